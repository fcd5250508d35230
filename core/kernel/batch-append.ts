import { randomUUID } from 'node:crypto';
import { type EventStoreDBClient, UnavailableError } from '@eventstore/db-client';
import { convertToCommandError } from '@eventstore/db-client/dist/utils/CommandError.js';
import grpc, { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import { type AppendAnswer, decodeAppendAnswer } from './append-answer.ts';
import { encodeAppendRequest } from './append-request.ts';
import { openCall } from './client-internals.ts';
import { DomainError } from './errors.ts';
import type { NewEvent } from './event-store.ts';

type BatchCall = ClientDuplexStream<Uint8Array, AppendAnswer>;
type Waiting = {
  resolve(answer: AppendAnswer): void;
  reject(error: unknown): void;
};

/** Nobody answered in time: the events may or may not be stored, now or later. */
export class AppendTimeoutError extends Error {
  override readonly name = 'AppendTimeoutError';
}

/**
 * Appends over the client's connection, all of them in one long-lived call. In place of the client's own `appendToStream`,
 * whose table of waiting appends is shared by all of a process's connections: one that breaks forgets the appends of the
 * others, and the answer to a forgotten one throws where nobody can catch it, which ends the process.
 */
export function createBatchAppender(timeoutMs: number) {
  const currentCalls = new WeakMap<EventStoreDBClient, Promise<BatchCall>>();
  const waitingOf = new WeakMap<BatchCall, Map<string, Waiting>>();
  const forgetters = new WeakMap<BatchCall, () => void>();

  /** The client's open call; another one is opened once that has ended or was given up. */
  function callOf(client: EventStoreDBClient): Promise<BatchCall> {
    const present = currentCalls.get(client);
    if (present) return present;
    const opening = openCall(client, grpc.StreamsClient, 'batchAppend', (streams, metadata, options) =>
      streams.makeBidiStreamRequest<Uint8Array, AppendAnswer>(
        StreamsService.batchAppend.path,
        (encoded) => Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength),
        decodeAppendAnswer,
        metadata,
        options,
      ),
    );
    currentCalls.set(client, opening);
    const forget = () => {
      if (currentCalls.get(client) === opening) currentCalls.delete(client);
    };
    opening.then((call) => listen(call, forget), forget);
    return opening;
  }

  function listen(call: BatchCall, forget: () => void): void {
    const waiting = new Map<string, Waiting>();
    waitingOf.set(call, waiting);
    forgetters.set(call, forget);
    const fail = (error: unknown) => {
      forget();
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    call.on('data', (answer: AppendAnswer) => {
      const entry = waiting.get(answer.correlationId);
      waiting.delete(answer.correlationId);
      entry?.resolve(answer);
    });
    call.on('error', (error: Error) => fail(convertToCommandError(error)));
    // A server that stops in good order ends the call without an error.
    call.on('end', () => fail(new UnavailableError(undefined, 'The event store ended the call.')));
  }

  /** The call may be stuck: the next append opens another, and those that still wait on this one hear of it. */
  function giveUp(call: BatchCall, id: string): void {
    forgetters.get(call)?.();
    waitingOf.get(call)?.delete(id);
    // Not in the same turn: https://github.com/grpc/grpc-node/issues/1464
    setImmediate(() => call.cancel());
  }

  /** @throws DomainError conflict, invalid_value, invalid_state; the client's errors; AppendTimeoutError */
  return async function append(
    client: EventStoreDBClient,
    streamId: string,
    expectedRevision: bigint,
    events: readonly NewEvent[],
  ): Promise<{ readonly revision: bigint; readonly position: bigint | undefined }> {
    const answer = await new Promise<AppendAnswer>((resolve, reject) => {
      const id = randomUUID();
      let used: BatchCall | undefined;
      let isOver = false;
      const timer = setTimeout(() => {
        isOver = true;
        if (used) giveUp(used, id);
        reject(new AppendTimeoutError(`No answer for ${timeoutMs} ms.`));
      }, timeoutMs);
      const entry: Waiting = {
        resolve: (value) => {
          clearTimeout(timer);
          resolve(value);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      callOf(client)
        .then((call) => {
          if (isOver) return;
          used = call;
          waitingOf.get(call)?.set(id, entry);
          // The command handler bounds what is in flight, so the call may buffer it.
          const deadline = new Date(Date.now() + timeoutMs);
          call.write(encodeAppendRequest({ correlationId: id, streamId, expectedRevision, deadline, events }));
        })
        .catch(entry.reject);
    });
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
