import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { DomainError, isDomainError } from '#core/kernel/errors.ts';
import type { EventOf } from '#core/kernel/log/event.ts';
import { createEventCodec } from '#core/kernel/log/event-codec.ts';
import { createChainVerifier } from '#core/kernel/log/hash-chain.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { createInMemoryEventStore } from '#core/kernel/testing/in-memory-event-store.ts';
import type { Aggregate } from './aggregate.ts';
import { type CommandHandlerOptions, createCommandHandler } from './handler.ts';

const schemas = { Added: z.object({ amount: z.number().int(), reference: z.string() }) } as const;
type Added = EventOf<typeof schemas>;
type Add = { amount: number; reference: string };
type Total = { total: number; references: readonly string[] };

/** A total that must not fall below zero: enough of an aggregate to see who wins a race. */
const totals: Aggregate<Total, Add, Added> = {
  category: 'total',
  decider: {
    initialState: { total: 0, references: [] },
    decide({ amount, reference }, state) {
      if (state.references.includes(reference)) return [];
      if (state.total + amount < 0) throw new DomainError('insufficient_funds', 'Not that much is there.');
      return [{ type: 'Added', data: { amount, reference } }];
    },
    evolve: (state, { data }) => ({
      total: state.total + data.amount,
      references: [...state.references, data.reference],
    }),
  },
};

function setUp(options: Partial<CommandHandlerOptions> = {}) {
  const store = createInMemoryEventStore();
  const newHandler = () =>
    createCommandHandler({
      store,
      codec: createEventCodec(schemas),
      clock: () => new Date('2026-01-01T00:00:00Z'),
      logger: silentLogger,
      ...options,
    });
  const handler = newHandler();
  const add = (amount: number, commandId: string = randomUUID(), id = 'a', via = handler) =>
    via.handle(totals, id, { amount, reference: randomUUID() }, contextOf(commandId));
  return { store, handler, newHandler, add };
}

const contextOf = (commandId: string) => ({
  commandId,
  correlationId: 'correlation',
  actor: { kind: 'system', id: 'test' } as const,
});
const amounts = (store: { events: readonly { data: unknown }[] }) =>
  store.events.map((event) => (event.data as { amount: number }).amount);
const rejects = (promise: Promise<unknown>, code: Parameters<typeof isDomainError>[1]) =>
  assert.rejects(promise, (error) => isDomainError(error, code));

describe('a command', () => {
  it('appends what the decider returns, with metadata and a whole hash chain', async () => {
    const { store, add } = setUp();
    const first = await add(5, 'command-1');
    const second = await add(2);
    assert.equal(first.revision, 0n);
    assert.equal(second.revision, 1n);
    assert.ok(second.position > first.position);
    const [event] = first.events;
    assert.equal(event?.metadata.commandId, 'command-1');
    assert.equal(event?.metadata.causationId, 'command-1');
    assert.equal(event?.metadata.time, '2026-01-01T00:00:00.000Z');
    const verifier = createChainVerifier();
    assert.deepEqual(
      store.events.map((stored) => verifier.check(stored)),
      [null, null],
    );
  });

  it('sent twice is stored once and answered with nothing new', async () => {
    const { store, add, newHandler } = setUp();
    const first = await add(5, 'same');
    const again = await add(5, 'same');
    const elsewhere = await add(5, 'same', 'a', newHandler());
    assert.deepEqual([again.events, elsewhere.events], [[], []]);
    assert.deepEqual([again.position, elsewhere.position], [first.position, first.position]);
    assert.equal(store.events.length, 1);
  });

  it('run by two processes at different times is stored once, and neither breaks the chain afterwards', async () => {
    let minute = 0;
    const clock = () => {
      minute += 1;
      return new Date(Date.UTC(2026, 0, 1, 0, minute));
    };
    const { store, add, newHandler, handler } = setUp({ clock });
    const other = newHandler();
    const command = { amount: 5, reference: 'same' };
    // Both have read the current stream: the second one has just checked whether its command was applied before.
    await handler.handle(totals, 'a', { amount: 1, reference: 'seen' }, contextOf('first'));
    await other.handle(totals, 'a', { amount: 1, reference: 'seen' }, contextOf('second'));

    await Promise.all([
      handler.handle(totals, 'a', command, contextOf('same')),
      other.handle(totals, 'a', command, contextOf('same')),
    ]);
    await add(2, undefined, 'a', other);
    await add(2);
    await add(2, undefined, 'a', other);

    assert.equal(store.events.filter((event) => (event.data as { reference: string }).reference === 'same').length, 1);
    const verifier = createChainVerifier();
    assert.deepEqual(
      store.events.map((event) => verifier.check(event)).filter((problem) => problem !== null),
      [],
    );
  });

  it('that creates its stream is decided without reading, and one that finds it there reads on', async () => {
    const { store, newHandler } = setUp();
    let reads = 0;
    const counting = {
      ...store,
      readStream: (...args: Parameters<typeof store.readStream>) => {
        reads += 1;
        return store.readStream(...args);
      },
    };
    const creating = { ...totals, creates: () => true };
    const add = (via: ReturnType<typeof newHandler>, amount: number) =>
      via.handle(creating, 'new', { amount, reference: randomUUID() }, contextOf(randomUUID()));
    const options = {
      store: counting,
      codec: createEventCodec(schemas),
      clock: () => new Date(),
      logger: silentLogger,
    };
    await add(createCommandHandler(options), 5);
    assert.equal(reads, 0);
    await add(createCommandHandler(options), 2);
    await rejects(add(createCommandHandler(options), -20), 'insufficient_funds');
    await rejects(add(createCommandHandler(options), -8), 'insufficient_funds');
    await add(createCommandHandler(options), -7);
    assert.deepEqual(amounts(store), [5, 2, -7]);
  });

  it('sent twice at once is stored once', async () => {
    const { store, add } = setUp();
    await Promise.all([add(5, 'same'), add(5, 'same'), add(5, 'same')]);
    assert.equal(store.events.length, 1);
  });

  it('that is refused writes nothing and leaves the others of its batch alone', async () => {
    const { store, add } = setUp();
    await add(10);
    const results = await Promise.allSettled([add(-4), add(-40), add(-6), add(-1)]);
    assert.deepEqual(
      results.map((result) => result.status),
      ['fulfilled', 'rejected', 'fulfilled', 'rejected'],
    );
    assert.deepEqual(amounts(store), [10, -4, -6]);
  });

  it('with data that its schema refuses is invalid, and writes nothing', async () => {
    const { store, add } = setUp();
    await rejects(add(0.5), 'invalid_value');
    assert.equal(store.events.length, 0);
  });
});

describe('commands queued on one stream', () => {
  it('are decided together and appended in few appends, in order', async () => {
    const { store, add } = setUp();
    await Promise.all(Array.from({ length: 200 }, (_, index) => add(index)));
    assert.deepEqual(
      amounts(store),
      Array.from({ length: 200 }, (_, index) => index),
    );
    assert.ok(store.appends <= 3, `${store.appends} appends`);
  });

  it('take turns with other streams', async () => {
    const { store, add } = setUp({ limits: { streamsInFlight: 1, commandsPerAppend: 10 } });
    const hot = Array.from({ length: 100 }, () => add(1, undefined, 'hot'));
    const cold = add(1, undefined, 'cold');
    await Promise.all([...hot, cold]);
    const place = store.events.findIndex((event) => event.streamId === 'total-cold');
    assert.ok(place <= 20, `the cold stream came after ${place} events of the hot one`);
  });

  it('are refused beyond the bound of the queue', async () => {
    const { store, add } = setUp({ limits: { queuedCommandsPerStream: 5 } });
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => add(1)));
    const stored = results.filter((result) => result.status === 'fulfilled').length;
    assert.ok(stored >= 5 && stored < 20);
    assert.equal(store.events.length, stored);
    for (const result of results) {
      if (result.status === 'rejected') assert.ok(isDomainError(result.reason, 'unavailable'));
    }
    await add(1);
  });
});

describe('two writers of one stream', () => {
  it('never take together more than is there', async () => {
    const { store, add, newHandler } = setUp();
    await add(10);
    const other = newHandler();
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => add(-1, undefined, 'a', index % 2 ? other : undefined)),
    );
    assert.equal(results.filter((result) => result.status === 'fulfilled').length, 10);
    assert.equal(
      amounts(store).reduce((sum, amount) => sum + amount, 0),
      0,
    );
  });

  it('do not refuse from old news: a cached state is checked before saying no', async () => {
    const { add, newHandler } = setUp();
    await add(1);
    await add(10, undefined, 'a', newHandler());
    await add(-11);
  });

  it('answer a repeated reference from the other writer with nothing new', async () => {
    const { store, handler, newHandler } = setUp();
    const command = { amount: 3, reference: 'invoice-1' };
    await handler.handle(totals, 'a', { amount: 1, reference: 'x' }, contextOf('c0'));
    await newHandler().handle(totals, 'a', command, contextOf('c1'));
    const repeated = await handler.handle(totals, 'a', command, contextOf('c2'));
    assert.deepEqual(repeated.events, []);
    assert.equal(store.events.length, 2);
  });
});

describe('when the store fails', () => {
  it('a conflict is tried again on the newest state', async () => {
    const { store, add } = setUp({ limits: { retryBaseMs: 1 } });
    await add(1);
    store.failNextAppends('conflict', 'conflict');
    const result = await add(2);
    assert.equal(result.events.length, 1);
    assert.deepEqual(amounts(store), [1, 2]);
  });

  it('a lost answer is found by reading back, not appended again', async () => {
    const { store, add } = setUp({ limits: { retryBaseMs: 1 } });
    await add(1);
    store.failNextAppends('answer-lost');
    const results = await Promise.all([add(2), add(3), add(-100).catch((error: unknown) => error)]);
    assert.deepEqual(amounts(store), [1, 2, 3]);
    assert.ok(isDomainError(results[2], 'insufficient_funds'));
  });

  it('a lost answer of every attempt still stores once', async () => {
    const { store, add } = setUp({ limits: { retryBaseMs: 1 } });
    store.failNextAppends('answer-lost', 'answer-lost', 'answer-lost', 'answer-lost', 'answer-lost');
    const { events } = await add(2);
    assert.equal(events.length, 1);
    assert.deepEqual(amounts(store), [2]);
  });

  it('it says so after a bounded number of attempts, and works again afterwards', async () => {
    const { store, add } = setUp({ limits: { retryBaseMs: 1 } });
    store.failNextAppends('unavailable', 'unavailable', 'unavailable', 'unavailable');
    await rejects(add(2), 'unavailable');
    assert.equal(store.events.length, 0);
    await add(3);
    assert.deepEqual(amounts(store), [3]);
  });
});

describe('memory', () => {
  it('keeps a stream that alone is longer than all of it, rather than read it for each command', async () => {
    const store = createInMemoryEventStore();
    let reads = 0;
    const readStream: typeof store.readStream = (...args) => {
      reads += 1;
      return store.readStream(...args);
    };
    const { add } = setUp({ store: { ...store, readStream }, limits: { cacheBytes: 4_000 } });
    for (let index = 0; index < 100; index += 1) await add(1);
    const readsBefore = reads;
    for (let index = 0; index < 10; index += 1) await add(1);
    assert.equal(reads, readsBefore);
  });

  it('is bounded: states beyond it are read again, with the same result', async () => {
    const { store, add } = setUp({ limits: { cacheBytes: 4_000 } });
    for (let round = 0; round < 3; round += 1) {
      for (let id = 0; id < 20; id += 1) await add(1, undefined, `s${id}`);
    }
    assert.equal(store.events.length, 60);
    const verifier = createChainVerifier();
    assert.ok(store.events.every((event) => verifier.check(event) === null));
  });
});
