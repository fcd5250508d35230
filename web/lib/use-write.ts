import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { callJson } from './api.ts';
import { isApiError, NO_ANSWER } from './api-error.ts';
import type { Answer, AnyInput, JsonKey, Variables } from './api-types.ts';

/**
 * A write to a route of the contract: `const approve = useWrite('POST /admin/deposits/:id/approve')`, then `approve.mutateAsync({ params: {
 * id }, body })`. Its Idempotency-Key survives the person's own retries: after a call without an answer, pressing the button again with the
 * same values sends the same key. So the money moves once, even if the first call did arrive. Throws ApiError.
 */
export function useWrite<K extends JsonKey, Before = unknown>(
  key: K,
  options: Omit<UseMutationOptions<Answer<K>, Error, Variables<K>, Before>, 'mutationFn'> = {},
): UseMutationResult<Answer<K>, Error, Variables<K>, Before> {
  const unanswered = useRef<{ key: string; values: string } | null>(null);
  return useMutation({
    ...options,
    mutationFn: async (values: Variables<K>) => {
      const fingerprint = fingerprintOf(values);
      const idempotencyKey = unanswered.current?.values === fingerprint ? unanswered.current.key : crypto.randomUUID();
      try {
        const answer = (await callJson(key, { ...(values as AnyInput), idempotencyKey })) as Answer<K>;
        unanswered.current = null;
        return answer;
      } catch (error) {
        const mayHaveArrived = isApiError(error) && (error.code === NO_ANSWER || error.status >= 500);
        unanswered.current = mayHaveArrived ? { key: idempotencyKey, values: fingerprint } : null;
        throw error;
      }
    },
  });
}

const fingerprintOf = (values: unknown): string =>
  JSON.stringify(values, (_name, value) => (typeof value === 'bigint' ? value.toString() : value)) ?? '';
