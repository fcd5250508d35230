import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import { DomainError } from '#core/kernel/errors.ts';
import type { EventOf } from '#core/kernel/log/event.ts';
import { createEventCodec } from '#core/kernel/log/event-codec.ts';
import { createChainVerifier } from '#core/kernel/log/hash-chain.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { type AppendFault, createInMemoryEventStore } from '#core/kernel/testing/in-memory-event-store.ts';
import type { Aggregate } from './aggregate.ts';
import { createCommandHandler } from './handler.ts';

const schemas = { Added: z.object({ amount: z.number().int() }) } as const;
type Added = EventOf<typeof schemas>;

/** Receives and spends. */
const purse: Aggregate<number, { amount: number }, Added> = {
  category: 'purse',
  decider: {
    initialState: 0,
    decide({ amount }, total) {
      if (total + amount < 0) throw new DomainError('insufficient_funds', 'Not that much is there.');
      return [{ type: 'Added', data: { amount } }];
    },
    evolve: (total, { data }) => total + data.amount,
  },
};

/** A handler on a store whose appends wait until they are released. */
function setUp() {
  const store = createInMemoryEventStore();
  const held: (() => void)[] = [];
  let most = 0;
  let isOpen = false;
  const slow: typeof store = Object.create(store, {
    append: {
      value: async (...args: Parameters<typeof store.append>) => {
        if (!isOpen) {
          await new Promise<void>((resolve) => {
            held.push(resolve);
            most = Math.max(most, held.length);
          });
        }
        return store.append(...args);
      },
    },
  });
  const handler = createCommandHandler({
    store: slow,
    codec: createEventCodec(schemas),
    clock: () => new Date('2026-01-01T00:00:00Z'),
    logger: silentLogger,
    limits: { retryBaseMs: 1 },
  });
  const add = (amount: number, commandId: string = randomUUID()) =>
    handler.handle(
      purse,
      'a',
      { amount },
      { commandId, correlationId: 'correlation', actor: { kind: 'system', id: 'test' } },
    );
  return {
    store,
    add,
    mostInFlight: () => most,
    /** Waits until one append is held. */
    async oneHeld() {
      while (held.length === 0) await turn();
    },
    /** Lets everything pass from now on. */
    open() {
      isOpen = true;
      for (const resolve of held.splice(0)) resolve();
    },
  };
}

const amounts = (store: { events: readonly { data: unknown }[] }) =>
  store.events.map((event) => (event.data as { amount: number }).amount);

function assertWholeChain(store: { events: Parameters<ReturnType<typeof createChainVerifier>['check']>[0][] }) {
  const verifier = createChainVerifier();
  assert.deepEqual(
    store.events.map((event) => verifier.check(event)).filter((problem) => problem !== null),
    [],
  );
}

describe('while an append is in flight', () => {
  it('the next one waits, and takes all that came meanwhile, in order', async () => {
    const { store, add, mostInFlight, oneHeld, open } = setUp();
    const first = add(1);
    await oneHeld();
    const others = Array.from({ length: 20 }, (_, index) => add(index + 2));
    assert.equal(store.events.length, 0);

    open();
    await Promise.all([first, ...others]);
    assert.equal(mostInFlight(), 1);
    assert.deepEqual(
      amounts(store),
      Array.from({ length: 21 }, (_, index) => index + 1),
    );
    assertWholeChain(store as never);
  });

  it('what waits counts on the money of what is being stored', async () => {
    const { store, add, oneHeld, open } = setUp();
    const first = add(10);
    await oneHeld();
    const spent = [-4, -4, -4, -2].map((amount) => add(amount));

    open();
    const results = await Promise.allSettled([first, ...spent]);
    assert.deepEqual(
      results.map((result) => result.status),
      ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(amounts(store), [10, -4, -4, -2]);
  });

  it('a command that is in it is not taken a second time', async () => {
    const { store, add, oneHeld, open } = setUp();
    const first = add(5, 'same');
    await oneHeld();
    const others = [add(5, 'same'), add(1), add(2), add(3)];

    open();
    const [repeated] = await Promise.all([...others, first]);
    assert.deepEqual(repeated?.events, []);
    assert.deepEqual(amounts(store), [5, 1, 2, 3]);
  });

  for (const fault of ['conflict', 'unavailable', 'answer-lost'] satisfies AppendFault[]) {
    it(`and fails (${fault}), what waits behind it keeps its order, and is stored once`, async () => {
      const { store, add, oneHeld, open } = setUp();
      const first = add(1);
      await oneHeld();
      const others = [2, 3, 4, 5].map((amount) => add(amount));
      const last = add(6);

      store.failNextAppends(fault);
      open();
      const results = await Promise.all([first, ...others, last]);
      assert.deepEqual(amounts(store), [1, 2, 3, 4, 5, 6]);
      assert.deepEqual(
        results.map((result) => result.revision),
        [0n, 1n, 2n, 3n, 4n, 5n],
      );
      assertWholeChain(store as never);
    });
  }

  it('what waits does not count on an append that fails', async () => {
    const { store, add, oneHeld, open } = setUp();
    const first = add(1);
    await oneHeld();
    const others = [add(2), add(-100), add(3), add(4)];
    store.failNextAppends('unavailable', 'unavailable', 'unavailable', 'unavailable');
    open();
    const results = await Promise.allSettled([first, ...others]);
    assert.deepEqual(
      results.map((result) => result.status),
      ['rejected', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    );
    assert.deepEqual(amounts(store), [2, 3, 4]);
  });
});
