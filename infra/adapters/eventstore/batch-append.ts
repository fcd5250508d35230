import { randomUUID } from 'node:crypto';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import { DomainError } from '#core/kernel/errors.ts';
import type { NewEvent } from '#core/kernel/log/event-store.ts';
import { type EventStoreDBClient, UnavailableError } from '#eventstore-client';
import { convertToCommandError } from '#eventstore-client/dist/utils/CommandError.js';
import grpc from '#eventstore-client/generated/streams_grpc_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '#eventstore-client/generated/streams_pb.js';
import { type AppendAnswer, appendRequest, readAppendAnswer } from './append-messages.ts';
import { openCall } from './client-internals.ts';

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

type Duplex = ClientDuplexStream<BatchAppendReq, BatchAppendResp>;

type Waiting = {
  readonly untilMs: number;
  resolve(answer: AppendAnswer): void;
  reject(error: unknown): void;
};

/** The last group of a UUID. */
const COUNTER_DIGITS = 12;

/** No answer came in time: the events may be stored, now or later, or not. */
export class AppendTimeoutError extends Error {
  override readonly name = 'AppendTimeoutError';
}

/** One long-lived call, on which appends are sent and answered in any order. */
export type AppendCall = {
  /** @throws the client's errors; AppendTimeoutError */
  ask(make: (correlationId: string) => BatchAppendReq): Promise<AppendAnswer>;
};

/** Opens the call. It reports when it cannot be used any more: it has ended, could not be opened, or an answer was overdue. */
export function openAppendCall(client: EventStoreDBClient, timeoutMs: number, onUseless: () => void): AppendCall {
  /** By correlation id; those that have waited longest come first. */
  const waiting = new Map<string, Waiting>();
  // Counted, not random: ids need to differ only within this call, and drawing random ones costs more.
  const prefix = randomUUID().slice(0, -COUNTER_DIGITS);
  let count = 0;
  let timer: NodeJS.Timeout | undefined;

  let opened: Duplex | undefined;
  let unsent: BatchAppendReq[] = [];
  const opening = openDuplex(client, settle, fail).then((call) => {
    for (const request of unsent) call.write(request);
    unsent = [];
    opened = call;
    return call;
  });
  opening.catch(fail);

  function settle(answer: AppendAnswer): void {
    const entry = waiting.get(answer.correlationId);
    waiting.delete(answer.correlationId);
    entry?.resolve(answer);
  }

  function fail(error: unknown): void {
    onUseless();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  /** One timer for all: a timer for each append costs as much as sending it. */
  function watch(): void {
    if (timer) return;
    const oldest = waiting.values().next();
    if (oldest.done) return;
    timer = setTimeout(giveUpLate, Math.max(oldest.value.untilMs - performance.now(), 0));
    // The call keeps the process alive, not this timer.
    timer.unref();
  }

  function giveUpLate(): void {
    timer = undefined;
    const nowMs = performance.now();
    for (const [id, { untilMs, reject }] of waiting) {
      if (untilMs > nowMs) break;
      waiting.delete(id);
      reject(new AppendTimeoutError(`No answer for ${timeoutMs} ms.`));
      // The call may be stuck: the next append opens another, and those that wait on this one are notified.
      onUseless();
      unsent = [];
      // Not in the same turn: https://github.com/grpc/grpc-node/issues/1464
      opening.then((call) => setImmediate(() => call.cancel())).catch(() => undefined);
    }
    watch();
  }

  return {
    ask(make) {
      const id = prefix + count.toString(16).padStart(COUNTER_DIGITS, '0');
      count += 1;
      const request = make(id);
      // The command handler bounds what is in flight, so the call may buffer it.
      if (opened) opened.write(request);
      else unsent.push(request);
      return new Promise((resolve, reject) => {
        waiting.set(id, { untilMs: performance.now() + timeoutMs, resolve, reject });
        watch();
      });
    },
  };
}

/** An answer that cannot be read ends the call: thrown on, it would end the process. */
async function openDuplex(
  client: EventStoreDBClient,
  onAnswer: (answer: AppendAnswer) => void,
  onEnd: (error: unknown) => void,
): Promise<Duplex> {
  const call = await openCall(client, grpc.StreamsClient, 'batchAppend', (service, metadata, options) =>
    service.batchAppend(metadata, options),
  );
  call.on('data', (response: BatchAppendResp) => {
    try {
      onAnswer(readAppendAnswer(response));
    } catch (error) {
      onEnd(error);
      call.cancel();
    }
  });
  call.on('error', (error: Error) => onEnd(convertToCommandError(error)));
  // A server that stops properly ends the call without an error.
  call.on('end', () => onEnd(new UnavailableError(undefined, 'The event store ended the call.')));
  return call;
}
