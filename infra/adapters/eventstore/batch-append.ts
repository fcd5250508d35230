import type { EventStoreDBClient } from '@eventstore/db-client';
import { DomainError } from '#core/kernel/errors.ts';
import type { NewEvent } from '#core/kernel/log/event-store.ts';
import { type AppendCall, openAppendCall } from './append-call.ts';
import { appendRequest } from './append-request.ts';

/**
 * Appends over the client's connection, in one long-lived call. It replaces the client's own `appendToStream`, whose
 * table of waiting appends is shared by all connections of a process. When one connection breaks, the client forgets
 * the appends of the others too. The answer to a forgotten append throws where no code can catch it, which ends the
 * process.
 */
export function createBatchAppender(timeoutMs: number) {
  const calls = new WeakMap<EventStoreDBClient, AppendCall>();

  function openAnother(client: EventStoreDBClient): AppendCall {
    const opened = openAppendCall(client, timeoutMs, () => {
      if (calls.get(client) === opened) calls.delete(client);
    });
    calls.set(client, opened);
    return opened;
  }

  /** @throws DomainError conflict, invalid_value, invalid_state; the client's errors; AppendTimeoutError */
  return async function append(
    client: EventStoreDBClient,
    streamId: string,
    expectedRevision: bigint,
    events: readonly NewEvent[],
  ): Promise<{ readonly revision: bigint; readonly position: bigint | undefined }> {
    const deadlineMs = Date.now() + timeoutMs;
    const call = calls.get(client) ?? openAnother(client);
    const answer = await call.ask((correlationId) =>
      appendRequest({ correlationId, streamId, expectedRevision, deadlineMs }, events),
    );
    if ('error' in answer) throw refusalOf(answer.error);
    return answer;
  };
}

function refusalOf({ type, message }: { readonly type: string; readonly message: string }): Error {
  switch (type) {
    case 'event_store.client.WrongExpectedVersion':
      return new DomainError('conflict', 'Someone else changed this at the same time. Nothing was written: try again.');
    case 'event_store.client.MaximumAppendSizeExceeded':
      return new DomainError('invalid_value', 'This is too much for one step. Nothing was written.');
    case 'event_store.client.StreamDeleted':
      return new DomainError('invalid_state', 'This stream was deleted. Nothing was written.');
    default:
      return new Error(`${type} ${message}`.trim());
  }
}
