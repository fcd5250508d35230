import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { AGGREGATES } from '#core/aggregates/aggregates.ts';
import { ledgerCodec } from '#core/aggregates/events.ts';
import type { WalletCommand } from '#core/aggregates/wallet/commands.ts';
import { walletSnapshot } from '#core/aggregates/wallet/snapshot.ts';
import { verify } from '#core/cli/verify.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import type { EventStore, StoredEvent } from '#core/kernel/log/event-store.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { money } from '#core/kernel/money/money.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { startTestStack } from '#infra/proof/testing/stack.ts';
import { type COMMAND_LIMITS, createCommandHandler } from './handler.ts';
import {
  FIRST_DIGEST,
  parseSegment,
  readSnapshot,
  SNAPSHOT_TYPE,
  snapshotStreamOf,
  toStoredSegment,
} from './read-snapshot.ts';
import type { AnyAggregate, StreamState } from './types.ts';

const stack = await startTestStack();
const client = createEventStoreClient(stack.eventstoreUrl);
const store = createEventStoreDb(client);
after(async () => {
  await client.dispose();
  await stack.stop();
});

const usd = (minor: bigint) => money(minor, 'USD');
const { shape } = walletSnapshot;
const snapshotsOf = (walletId: string) => snapshotStreamOf(`wallet-${walletId}`, shape);

async function eventsOf(streamId: string): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const event of store.readStream(streamId)) events.push(event);
  return events;
}

/** A separate process: a fresh handler that counts the events it reads of each stream. */
function newProcess(limits: Partial<Record<keyof typeof COMMAND_LIMITS, number>> = {}) {
  const read = new Map<string, number>();
  const warnings: string[] = [];
  const counting: EventStore = {
    ...store,
    async *readStream(streamId, options) {
      for await (const event of store.readStream(streamId, options)) {
        read.set(streamId, (read.get(streamId) ?? 0) + 1);
        yield event;
      }
    },
  };
  const logger = { ...silentLogger, warn: (_fields: object, message: string) => warnings.push(message) };
  const handler = createCommandHandler({
    store: counting,
    codec: ledgerCodec,
    clock: () => new Date(),
    logger,
    limits: { retryBaseMs: 1, ...limits },
  });
  const send = (command: WalletCommand, commandId: string = randomUUID()) =>
    handler.handle(AGGREGATES.wallet, command.walletId, command, {
      commandId,
      correlationId: commandId,
      actor: { kind: 'system', id: 'test' },
    });
  return { send, warnings, readOf: (streamId: string) => read.get(streamId) ?? 0 };
}
type Process = ReturnType<typeof newProcess>;

const deposit = (walletId: string, id: string, minor: bigint): WalletCommand => ({
  type: 'CreditDeposit',
  walletId,
  reference: `deposit:${id}`,
  amount: usd(minor),
  document: { kind: 'deposit', id, number: 'DEP-1' },
});
const holding = (walletId: string, minor: bigint): WalletCommand => {
  const holdId = randomUUID();
  return {
    type: 'HoldFunds',
    walletId,
    holdId,
    amount: usd(minor),
    document: { kind: 'withdrawal', id: holdId, number: 'W' },
  };
};

async function depositCents({ send }: Process, walletId: string, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => send(deposit(walletId, randomUUID(), 1n))));
}

const NEVER = { eventsPerSnapshot: Number.POSITIVE_INFINITY };

/** A wallet with this many deposits of one cent, and no snapshot. */
async function newWallet(deposits: number): Promise<string> {
  const walletId = randomUUID();
  const process = newProcess(NEVER);
  await process.send({ type: 'OpenWallet', walletId, customerId: randomUUID(), currency: 'USD' });
  await depositCents(process, walletId, deposits);
  return walletId;
}

const wallets = AGGREGATES.wallet as unknown as AnyAggregate;
const loadSnapshot = (walletId: string) => readSnapshot(store, wallets, `wallet-${walletId}`);

/** Deposits one more cent; a snapshot is taken at that event. */
async function takeSnapshot(walletId: string): Promise<StreamState> {
  const { revision } = await newProcess({ eventsPerSnapshot: 1 }).send(deposit(walletId, randomUUID(), 1n));
  return eventually(async () => {
    const snapshot = await loadSnapshot(walletId);
    assert.equal(snapshot?.revision, revision);
    return snapshot;
  });
}

/** Checks the balance: a hold of one cent more is refused. */
async function assertHolds(process: Process, walletId: string, cents: number): Promise<void> {
  await assert.rejects(process.send(holding(walletId, BigInt(cents + 1))), (error) =>
    isDomainError(error, 'insufficient_funds'),
  );
}

/** A fresh process reads the whole stream, logs that it does, and decides as if there were no snapshot. */
async function assertIgnored(walletId: string, cents: number): Promise<void> {
  const fresh = newProcess(NEVER);
  await assertHolds(fresh, walletId, cents);
  assert.ok(fresh.readOf(`wallet-${walletId}`) > cents);
  assert.deepEqual(fresh.warnings, ['a snapshot is ignored: its stream is read whole']);
}

async function verified(walletId: string): Promise<string> {
  const lines: string[] = [];
  const output = {
    async line(text = '') {
      lines.push(text);
    },
    note() {},
    progress: () => ({ update() {}, stop() {} }),
  };
  await verify(store, output, { stream: `wallet-${walletId}` });
  return lines.join('\n');
}

type StoredSegment = { head: { state: object } | null; offset: number; entries: unknown[] };

/** Appends a changed copy of the newest segment as a new series, with a digest that fits unless one is given. */
async function forge(walletId: string, change: (segment: StoredSegment) => unknown, digest?: string): Promise<void> {
  const name = snapshotsOf(walletId);
  const [newest] = (await eventsOf(name)).slice(-1);
  assert.ok(newest);
  const series = newest.revision + 1n;
  const data = { ...(structuredClone(newest.data) as StoredSegment), series: `${series}`, previous: FIRST_DIGEST };
  change(data);
  const fitting = createHash('sha256').update(JSON.stringify(data)).digest('hex');
  const metadata = { digest: digest ?? fitting };
  await store.append(name, newest.revision, [{ id: randomUUID(), type: SNAPSHOT_TYPE, data, metadata }]);
}

describe('a long wallet', () => {
  it('is read from its snapshot on, and answers as if it had been read whole', async () => {
    // More references than one segment holds.
    const walletId = await newWallet(3_600);
    await takeSnapshot(walletId);
    await depositCents(newProcess(NEVER), walletId, 30);
    const segments = await eventsOf(snapshotsOf(walletId));
    assert.ok(segments.length > 1);

    const fresh = newProcess(NEVER);
    await assertHolds(fresh, walletId, 3_631);
    // The tail, and the event that proves that the snapshot belongs to this history.
    assert.equal(fresh.readOf(`wallet-${walletId}`), 31);
    assert.deepEqual(fresh.warnings, []);
    assert.equal((await fresh.send(holding(walletId, 3_631n))).events.length, 1);
    assert.match(await verified(walletId), /1 snapshots say what their events lead to/);
  });

  it('gets a snapshot whenever enough was appended, each with no more than what is new', async () => {
    const walletId = await newWallet(0);
    const process = newProcess({ eventsPerSnapshot: 100 });
    for (let round = 1; round <= 4; round += 1) {
      await depositCents(process, walletId, 100);
      await eventually(async () => assert.ok(((await loadSnapshot(walletId))?.revision ?? 0n) >= BigInt(round * 90)));
    }
    const segments = (await eventsOf(snapshotsOf(walletId))).map(({ data }) => data as StoredSegment);
    assert.ok(segments.length >= 3 && segments.length <= 5, `${segments.length} segments`);
    const entries = segments.flatMap((segment) => segment.entries);
    assert.equal(new Set(entries.map((entry) => JSON.stringify(entry))).size, entries.length);
    assert.deepEqual(process.warnings, []);
  });

  it('knows what it has applied after it was read from a snapshot', async () => {
    const walletId = await newWallet(50);
    const command = deposit(walletId, randomUUID(), 7n);
    const first = await newProcess(NEVER).send(command, 'command-1');
    const snapshot = await takeSnapshot(walletId);
    assert.ok(snapshot.revision > first.revision);

    const sameCommand = await newProcess(NEVER).send(command, 'command-1');
    assert.deepEqual([sameCommand.events, sameCommand.revision], [[], first.revision]);
    const sameReference = await newProcess(NEVER).send(command);
    assert.deepEqual(sameReference.events, []);
    const otherAmount = newProcess(NEVER).send({ ...command, amount: usd(8n) } as WalletCommand);
    await assert.rejects(otherAmount, (error) => isDomainError(error, 'reference_reused'));
  });
});

describe('a snapshot', () => {
  const cases: Record<string, { change: (segment: StoredSegment) => unknown; digest?: string }> = {
    'changed without its digest': {
      change: ({ head }) => head && Object.assign(head.state, { balance: '999999' }),
      digest: '0'.repeat(64),
    },
    'of another history': { change: ({ head }) => head && Object.assign(head, { hash: 'f'.repeat(64) }) },
    'of another wallet': { change: (segment) => Object.assign(segment, { stream: `wallet-${randomUUID()}` }) },
    'of another shape': { change: (segment) => Object.assign(segment, { shape: shape + 1 }) },
    'whose first part is missing': { change: (segment) => Object.assign(segment, { offset: 5 }) },
    'that does not parse': { change: ({ head }) => head && Object.assign(head.state, { balance: '1e9' }) },
    'whose references do not parse': {
      change: ({ entries }) => entries.push({ key: 'deposit:x', value: { kind: 'gift' } }),
    },
  };
  for (const [what, { change, digest }] of Object.entries(cases)) {
    it(`${what} is ignored with a warning, and the next one is good again`, async () => {
      const walletId = await newWallet(20);
      await takeSnapshot(walletId);
      await forge(walletId, change, digest);
      await assertIgnored(walletId, 21);
      await assert.rejects(verified(walletId), new RegExp(`The snapshot of wallet-${walletId} is not used`));
      await takeSnapshot(walletId);
      assert.match(await verified(walletId), /1 snapshots/);
    });
  }

  it('forged with care is found by the audit, which names the stream', async () => {
    const walletId = await newWallet(20);
    await takeSnapshot(walletId);
    await forge(walletId, ({ head }) => head && Object.assign(head.state, { balance: '999999' }));
    await assert.rejects(
      verified(walletId),
      new RegExp(`The snapshot of wallet-${walletId} is not what its events lead to`),
    );
  });

  it('that was torn in the middle leaves the one before it, and the next begins again', async () => {
    const walletId = await newWallet(20);
    const before = await takeSnapshot(walletId);
    const [newest] = (await eventsOf(snapshotsOf(walletId))).slice(-1);
    assert.ok(newest);
    const segment = parseSegment(newest, `wallet-${walletId}`, shape);
    const torn = { ...segment, offset: segment.entries.length, previous: segment.digest, head: null };
    await store.append(snapshotsOf(walletId), newest.revision, [
      { id: randomUUID(), type: SNAPSHOT_TYPE, ...toStoredSegment(torn) },
    ]);
    assert.equal((await loadSnapshot(walletId))?.revision, before.revision);
    await takeSnapshot(walletId);
    const offsets = (await eventsOf(snapshotsOf(walletId))).map(({ data }) => (data as StoredSegment).offset);
    assert.equal(offsets.at(-1), 0);
    assert.match(await verified(walletId), /1 snapshots/);
  });

  it('is taken by two processes at once without harm', async () => {
    const walletId = await newWallet(0);
    const processes = [newProcess({ eventsPerSnapshot: 10 }), newProcess({ eventsPerSnapshot: 10 })];
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(processes.map((process) => depositCents(process, walletId, 10)));
    }
    await eventually(async () => assert.ok(await loadSnapshot(walletId)));
    await assertHolds(newProcess(NEVER), walletId, 400);
    assert.match(await verified(walletId), /1 snapshots/);
    assert.deepEqual(
      processes.flatMap((process) => process.warnings),
      [],
    );
  });
});
