import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { isApiError, NO_ANSWER } from './api-error.ts';

/**
 * A mutation whose Idempotency-Key survives the user's own retries: when a call got no answer, pressing the button again with
 * the same values sends the same key, so the money moves once even if the first call did arrive.
 */
export function useWrite<Answer, Values = void>(
  write: (values: Values, idempotencyKey: string) => Promise<Answer>,
  options: Omit<UseMutationOptions<Answer, Error, Values>, 'mutationFn'> = {},
): UseMutationResult<Answer, Error, Values> {
  const unanswered = useRef<{ key: string; values: string } | null>(null);
  return useMutation({
    ...options,
    mutationFn: async (values: Values) => {
      const fingerprint = fingerprintOf(values);
      const key = unanswered.current?.values === fingerprint ? unanswered.current.key : crypto.randomUUID();
      try {
        const answer = await write(values, key);
        unanswered.current = null;
        return answer;
      } catch (error) {
        const mayHaveArrived = isApiError(error) && (error.code === NO_ANSWER || error.status >= 500);
        unanswered.current = mayHaveArrived ? { key, values: fingerprint } : null;
        throw error;
      }
    },
  });
}

const fingerprintOf = (values: unknown): string =>
  JSON.stringify(values, (_name, value) => (typeof value === 'bigint' ? value.toString() : value)) ?? '';
