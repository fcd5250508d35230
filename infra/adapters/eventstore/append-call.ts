import { randomUUID } from 'node:crypto';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { type AppendAnswer, decodeAppendAnswer } from './append-answer.ts';
import { openBatchCall } from './batch-call.ts';

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
  ask(encode: (correlationId: string) => Uint8Array): Promise<AppendAnswer>;
};

/** Opens the call. It reports when it cannot be used any more: it has ended, could not be opened, or an answer was overdue. */
export function openAppendCall(client: EventStoreDBClient, timeoutMs: number, onUseless: () => void): AppendCall {
  /** By correlation id; those that have waited longest come first. */
  const waiting = new Map<string, Waiting>();
  // Counted, not random: ids need to differ only within this call, and drawing random ones costs more.
  const prefix = randomUUID().slice(0, -COUNTER_DIGITS);
  let count = 0;
  let timer: NodeJS.Timeout | undefined;

  const call = openBatchCall(client, {
    onMessage(encoded) {
      const answer = decodeAppendAnswer(encoded);
      const entry = waiting.get(answer.correlationId);
      waiting.delete(answer.correlationId);
      entry?.resolve(answer);
    },
    onEnd: fail,
  });

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
      call.cancel();
    }
    watch();
  }

  return {
    ask(encode) {
      const id = prefix + count.toString(16).padStart(COUNTER_DIGITS, '0');
      count += 1;
      call.send(encode(id));
      return new Promise((resolve, reject) => {
        waiting.set(id, { untilMs: performance.now() + timeoutMs, resolve, reject });
        watch();
      });
    },
  };
}
