import type { EventStore } from '#core/kernel/log/event-store.ts';
import type { StockPort } from '#core/processes/ports.ts';

/** The process died: its callers get no answer, and nothing after this line ran. */
export class CrashedError extends Error {
  constructor() {
    super('crashed');
  }
}

export type CrashPlan = {
  /** Calls to the outside that still succeed. */
  callsLeft: number;
  /** The last call takes effect, but its answer is lost. */
  isAnswerLost: boolean;
  /**
   * Turns of the event loop that the n-th call waits for, repeated cyclically: they decide how concurrent work
   * interleaves.
   */
  readonly yields: readonly number[];
  calls: number;
};

/** One process's view of the outside, which ends in the middle of any call when the plan requires it. */
export function crashing(
  store: EventStore,
  stock: StockPort,
  plan: CrashPlan,
): { store: EventStore; stock: StockPort } {
  async function call<Result>(work: () => Promise<Result>): Promise<Result> {
    const turns = plan.yields[plan.calls % plan.yields.length] ?? 0;
    plan.calls += 1;
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    if (plan.callsLeft <= 0) throw new CrashedError();
    plan.callsLeft -= 1;
    const isLast = plan.callsLeft === 0;
    if (isLast && !plan.isAnswerLost) throw new CrashedError();
    const result = await work();
    if (isLast) throw new CrashedError();
    return result;
  }
  return {
    store: {
      ...store,
      append: (...args) => call(() => store.append(...args)),
      async *readStream(...args) {
        await call(async () => undefined);
        yield* store.readStream(...args);
      },
    },
    stock: {
      allocate: (request) => call(() => stock.allocate(request)),
      confirmFulfilled: (orderId) => call(() => stock.confirmFulfilled(orderId)),
      confirmPartly: (orderId, codes) => call(() => stock.confirmPartly(orderId, codes)),
      releaseRest: (orderId, booked) => call(() => stock.releaseRest(orderId, booked)),
      release: (orderId) => call(() => stock.release(orderId)),
      allocateWaiting: (limit, except) => call(() => stock.allocateWaiting(limit, except)),
    },
  };
}
