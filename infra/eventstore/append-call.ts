import { randomUUID } from 'node:crypto';
import { type EventStoreDBClient, UnavailableError } from '@eventstore/db-client';
import { convertToCommandError } from '@eventstore/db-client/dist/utils/CommandError.js';
import grpc, { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import { type AppendAnswer, decodeAppendAnswer } from './append-answer.ts';
import { openCall } from './client-internals.ts';

type BatchCall = ClientDuplexStream<Uint8Array, AppendAnswer>;

type Waiting = {
  readonly untilMs: number;
  resolve(answer: AppendAnswer): void;
  reject(error: unknown): void;
};

/** The last group of a UUID. */
const COUNTER_DIGITS = 12;

/** Nobody answered in time: the events may or may not be stored, now or later. */
export class AppendTimeoutError extends Error {
  override readonly name = 'AppendTimeoutError';
}

/** One long-lived call, on which appends are sent and answered in any order. */
export type AppendCall = {
  /** Appends that have no answer yet. */
  readonly waiting: number;
  /** @throws the client's errors; AppendTimeoutError */
  ask(encode: (correlationId: string) => Uint8Array): Promise<AppendAnswer>;
};

/** Opens the call. It tells when it is of no more use: it has ended, could not be opened, or an answer stayed out too long. */
export function openAppendCall(client: EventStoreDBClient, timeoutMs: number, onUseless: () => void): AppendCall {
  /** By correlation id, those that have waited longest first. */
  const waiting = new Map<string, Waiting>();
  // Counted, because a drawn one costs more than its place in the message: they need to differ within this call only.
  const prefix = randomUUID().slice(0, -COUNTER_DIGITS);
  let count = 0;
  let call: BatchCall | undefined;
  let timer: NodeJS.Timeout | undefined;

  const opening = openBatchCall(client).then((opened) => {
    call = opened;
    opened.on('data', (answer: AppendAnswer) => {
      const entry = waiting.get(answer.correlationId);
      waiting.delete(answer.correlationId);
      entry?.resolve(answer);
    });
    opened.on('error', (error: Error) => fail(convertToCommandError(error)));
    // A server that stops in good order ends the call without an error.
    opened.on('end', () => fail(new UnavailableError(undefined, 'The event store ended the call.')));
    return opened;
  });
  opening.catch(fail);

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
    // What keeps the process alive is the call.
    timer.unref();
  }

  function giveUpLate(): void {
    timer = undefined;
    const nowMs = performance.now();
    for (const [id, { untilMs, reject }] of waiting) {
      if (untilMs > nowMs) break;
      waiting.delete(id);
      reject(new AppendTimeoutError(`No answer for ${timeoutMs} ms.`));
      if (call) giveUp(call);
    }
    watch();
  }

  /** The call may be stuck: the next append opens another, and those that still wait on this one hear of it. */
  function giveUp(stuck: BatchCall): void {
    onUseless();
    // Not in the same turn: https://github.com/grpc/grpc-node/issues/1464
    setImmediate(() => stuck.cancel());
  }

  return {
    get waiting() {
      return waiting.size;
    },

    ask(encode) {
      const id = prefix + count.toString(16).padStart(COUNTER_DIGITS, '0');
      count += 1;
      const message = encode(id);
      return new Promise((resolve, reject) => {
        waiting.set(id, { untilMs: performance.now() + timeoutMs, resolve, reject });
        watch();
        // The command handler bounds what is in flight, so the call may buffer it.
        if (call) call.write(message);
        else opening.then((opened) => waiting.has(id) && opened.write(message), reject);
      });
    },
  };
}

const openBatchCall = (client: EventStoreDBClient): Promise<BatchCall> =>
  openCall(client, grpc.StreamsClient, 'batchAppend', (streams, metadata, options) =>
    streams.makeBidiStreamRequest<Uint8Array, AppendAnswer>(
      StreamsService.batchAppend.path,
      (encoded) => Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength),
      decodeAppendAnswer,
      metadata,
      options,
    ),
  );
