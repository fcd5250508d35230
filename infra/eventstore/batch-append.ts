import type { EventStoreDBClient } from '@eventstore/db-client';
import { DomainError } from '#core/kernel/errors.ts';
import type { NewEvent } from '#core/kernel/event-store.ts';
import { type AppendCall, openAppendCall } from './append-call.ts';
import { encodeAppendRequest } from './append-request.ts';

/**
 * Calls that a client keeps open at most. gRPC's client sends one message of a call in a turn of the event loop, so that many
 * appends at once would wait in line on a single one. Servers mostly allow a connection a hundred calls.
 */
export const MAX_CALLS = 32;

/**
 * Appends over the client's connection, in long-lived calls: one, or more where appends wait on all that are open. In place
 * of the client's own `appendToStream`, whose table of waiting appends is shared by all of a process's connections: one that
 * breaks forgets the appends of the others, and the answer to a forgotten one throws where nobody can catch it, which ends
 * the process.
 */
export function createBatchAppender(timeoutMs: number) {
  const callsOf = new WeakMap<EventStoreDBClient, Set<AppendCall>>();

  /** The call on which the fewest wait; one that is of no more use is not among them. */
  function freestCall(client: EventStoreDBClient): AppendCall {
    const calls = callsOf.get(client) ?? new Set();
    callsOf.set(client, calls);
    let freest: AppendCall | undefined;
    for (const call of calls) {
      if (call.waiting === 0) return call;
      if (!freest || call.waiting < freest.waiting) freest = call;
    }
    return freest && calls.size >= MAX_CALLS ? freest : openAnother(client, calls);
  }

  function openAnother(client: EventStoreDBClient, calls: Set<AppendCall>): AppendCall {
    const opened = openAppendCall(client, timeoutMs, () => calls.delete(opened));
    calls.add(opened);
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
    const answer = await freestCall(client).ask((correlationId) =>
      encodeAppendRequest({ correlationId, streamId, expectedRevision, deadlineMs, events }),
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
