import {
  type QueryClient,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { invalidate, type Stale } from '#web/lib/cache/query-key.ts';
import { isApiError } from '#web/lib/call/api-error.ts';
import type { Answer, AnyInput, JsonKey, Variables } from '#web/lib/call/api-types.ts';
import { toast, toaster } from '#web/lib/toast/toast.ts';
import { toastError } from '#web/lib/toast/toast-error.ts';
import { callJson } from './api.ts';

/** What a toast says: a title, or a title and a sentence. */
type Words = string | readonly [title: string, text: string];

type WriteOptions<Done, Values> = Pick<UseMutationOptions, 'mutationKey' | 'scope' | 'gcTime'> & {
  /** The toast after success. Without it: the server's message; null: none. */
  done?: ((answer: Done) => Words | undefined) | null;
  /** The toast after a failure without a reason of the server, or a function that shows it. Without it the caller shows the failure, as a form does. */
  failed?: string | ((error: Error, values: Values) => unknown);
  /** The reads to reload, after a failure too: the write may have arrived, or the page is out of date. */
  stale?: readonly Stale[];
  /** Takes the answer before those are reloaded. */
  after?: (answer: Done, client: QueryClient) => unknown;
  /** Shows the change before the answer; returns what undoes that. */
  atOnce?: (values: Values, client: QueryClient) => Promise<() => void>;
};

/**
 * A write to a route of the contract: `const approve = useWrite('POST /admin/deposits/:id/approve', { failed, stale })`, then
 * `approve.mutateAsync({ params: { id }, body })`. Its Idempotency-Key survives the person's own retries: after a call
 * without an answer, pressing the button again with the same values sends the same key. So the money moves once, even if the
 * first call did arrive. In place of a route it takes a function that sends, such as an upload. Throws ApiError.
 */
export function useWrite<K extends JsonKey>(
  route: K,
  options?: WriteOptions<Answer<K>, Variables<K>>,
): UseMutationResult<Answer<K>, Error, Variables<K>>;
export function useWrite<Done, Values = void>(
  send: (values: Values) => Promise<Done>,
  options?: WriteOptions<Done, Values>,
): UseMutationResult<Done, Error, Values>;
export function useWrite(
  what: JsonKey | ((values: unknown) => Promise<unknown>),
  { done = messageOf, failed, stale = [], after, atOnce, ...rest }: WriteOptions<unknown, unknown> = {},
): UseMutationResult<unknown, Error, unknown> {
  const client = useQueryClient();
  const send = useKeptKey();
  return useMutation<unknown, Error, unknown, (() => void) | undefined>({
    ...rest,
    mutationFn: typeof what === 'string' ? (values) => send(what, values as AnyInput) : what,
    onMutate: (values) => atOnce?.(values, client),
    onSuccess: (answer) => {
      after?.(answer, client);
      const words = done?.(answer);
      if (words) toast.success(...([words].flat() as [string]));
      else toaster.settle();
      return invalidate(client, ...stale);
    },
    onError: (error, values, undo) => {
      undo?.();
      if (typeof failed === 'function') failed(error, values);
      else if (failed) toastError(error, failed);
      void invalidate(client, ...stale);
    },
  });
}

const messageOf = (answer: unknown): Words | undefined => (answer as { message?: string } | undefined)?.message;

/** Sends the same values with the same Idempotency-Key after a call without an answer. */
function useKeptKey() {
  const unanswered = useRef<{ key: string; values: string }>(undefined);
  return async (route: JsonKey, input: AnyInput) => {
    const values = JSON.stringify(input ?? null);
    const key = unanswered.current?.values === values ? unanswered.current.key : crypto.randomUUID();
    try {
      const answer = await callJson(route, { ...input, idempotencyKey: key });
      unanswered.current = undefined;
      return answer;
    } catch (error) {
      const mayHaveArrived = isApiError(error) && (error.status === 0 || error.status >= 500);
      unanswered.current = mayHaveArrived ? { key, values } : undefined;
      throw error;
    }
  };
}
