import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { ledgerCodec, STREAM_PREFIXES } from '#core/aggregates/events.ts';
import { ALONE, approvalOf } from '#core/aggregates/testing/approval.ts';
import { run } from '#core/cli/testing/cli-story.ts';
import { runSubscription } from '#core/kernel/following/subscription-runner.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { createInMemoryEventStore, type InMemoryEventStore } from '#core/kernel/testing/in-memory-event-store.ts';
import { createLedger } from '#core/processes/create-ledger.ts';
import { createInMemoryStock } from '#core/testing/in-memory-stock.ts';
import { usd } from '#core/testing/test-ledger.ts';
import { EventDecodeError } from './event-codec.ts';
import { type EventMacKeys, withMacs } from './event-macs.ts';
import type { EventStore, NewEvent, StoredEvent } from './event-store.ts';
import { chain } from './hash-chain.ts';

const newKeys = (id = 1): EventMacKeys => ({ current: { id, key: randomBytes(32) }, retired: [], since: null });

/** A wallet whose deposit of 100 dollars was approved, in a store that an attacker can reach without the keys. */
async function fundedStore(keys: EventMacKeys | undefined) {
  const raw = createInMemoryEventStore();
  const walletId = randomUUID();
  const open = (other = keys) =>
    createLedger({
      store: other ? withMacs(raw, other) : raw,
      stock: createInMemoryStock(),
      clock: () => new Date(),
      logger: silentLogger,
    });
  const send = (command: Parameters<ReturnType<typeof open>['execute']>[0], ledger = open()) => {
    const commandId = randomUUID();
    return ledger.execute(command, { commandId, correlationId: commandId, actor: { kind: 'system', id: 'test' } });
  };
  const setLimit = (ledger = open()) => send({ type: 'SetCreditLimit', walletId, limit: usd(500n), by: ALONE }, ledger);
  await send({ type: 'OpenWallet', walletId, customerId: randomUUID(), currency: 'USD' });
  const depositId = randomUUID();
  const customerId = randomUUID();
  const amount = usd(10_000n);
  await send({ type: 'RequestDeposit', depositId, number: 'DEP-1', customerId, walletId, amount, note: null });
  await send(approvalOf(depositId, amount));
  return { raw, wallet: `wallet-${walletId}`, open, send, setLimit };
}

const eventsOf = (raw: InMemoryEventStore, streamId: string) => raw.events.filter((each) => each.streamId === streamId);

/** An event that an attacker appends to the stream of `like`, with a hash chain that fits. */
function next(raw: InMemoryEventStore, like: StoredEvent, change: (data: object) => object, mac?: unknown): NewEvent {
  const last = eventsOf(raw, like.streamId).at(-1) ?? like;
  const { hash: previous } = last.metadata as { hash: string };
  const { hash: _hash, mac: own, ...metadata } = like.metadata as { hash: string; mac?: unknown };
  const id = randomUUID();
  const revision = last.revision + 1n;
  const { type, streamId } = like;
  const data = change(like.data as object);
  const chained = chain({ id, type, data, streamId, revision, metadata: metadata as never }, previous);
  const carried = mac === undefined ? own : mac;
  const text = JSON.parse(chained.metadata.text);
  return { id, type, data: chained.data, metadata: carried === null ? text : { ...text, mac: carried } };
}

describe('an event that no part of the store wrote', () => {
  it('is told from ours: every event carries a MAC, and verify and check say that they looked', async () => {
    const keys = newKeys();
    const { raw, setLimit } = await fundedStore(keys);
    await setLimit();
    assert.ok(raw.events.length > 3);
    for (const { metadata } of raw.events) {
      assert.match((metadata as { mac: string }).mac, /^1:[\w-]{43}$/);
    }
    const verified = await run(withMacs(raw, keys), 'verify');
    assert.equal(verified.code, 0, verified.err);
    assert.match(verified.text, /every hash fits, and a part of the store wrote each of them/);
    const checked = await run(withMacs(raw, keys), 'check');
    assert.equal(checked.code, 0, checked.text);
    assert.match(checked.text, /✓ a part of the store wrote each of them/);
    assert.match((await run(raw, 'verify')).text, /not looked at: EVENT_MAC_KEYS is not set here/);
  });

  for (const [what, mac] of [
    ['without a MAC', null],
    ['with the MAC of another event', undefined],
    ['with a MAC of a key of its own', `2:${randomBytes(32).toString('base64url')}`],
    ['with something else for a MAC', 7],
  ] as const) {
    it(`${what} is named by verify and check, and nothing is decided or projected from it`, async () => {
      const keys = newKeys();
      const { raw, wallet, setLimit } = await fundedStore(keys);
      const deposited = eventsOf(raw, wallet).find(({ type }) => type.includes('Credited'));
      assert.ok(deposited);
      const forged = next(raw, deposited, (data) => ({ ...data, reference: `deposit:${randomUUID()}` }), mac);
      const { revision } = await raw.append(wallet, deposited.revision, [forged]);

      for (const command of ['verify', 'check']) {
        const { code, err, text } = await run(withMacs(raw, keys), command);
        assert.equal(code, 1, command);
        assert.match(`${err}${text}`, new RegExp(`${wallet}.*${revision}.*MAC`, 's'), command);
      }
      assert.equal((await run(raw, 'verify')).code, 0, 'its chain is whole');
      await assert.rejects(setLimit(), EventDecodeError);

      const seen: StoredEvent[] = [];
      const status = await follow(withMacs(raw, keys), seen);
      assert.match(status.error ?? '', /MAC/);
      assert.ok(seen.length > 3 && seen.every(({ id }) => id !== forged.id));
    });
  }

  it('is found where one of ours was changed in its place, or taken to another one', async () => {
    const keys = newKeys();
    const { raw, wallet } = await fundedStore(keys);
    const [first, last] = [eventsOf(raw, wallet)[0], eventsOf(raw, wallet).at(-1)];
    assert.ok(first && last);
    const changes: readonly Partial<StoredEvent>[] = [
      { json: last.json.replace('10000', '10001') },
      { metadata: { ...(last.metadata as object), actor: { kind: 'system', id: 'somebody' } } },
      { id: randomUUID() },
      { type: 'WalletDebited' },
      { streamId: 'wallet-of-another' },
      { revision: 7n },
      { metadata: null },
    ];
    for (const change of changes) {
      const forged = await forgedOf(withMacs(showing(raw, { ...last, ...change }), keys));
      assert.match(forged ?? '', /MAC/, Object.keys(change).join());
    }
    assert.equal(await forgedOf(withMacs(showing(raw, last), keys)), undefined);
  });

  it('is none of an earlier key of ours, or of the time before the first one', async () => {
    const [first, second] = [newKeys(1), newKeys(2)];
    const rotated = { ...second, retired: [first.current] };
    const { raw, setLimit, open } = await fundedStore(first);
    await setLimit(open(rotated));
    assert.equal((await run(withMacs(raw, rotated), 'verify')).code, 0);
    assert.match((await run(withMacs(raw, second), 'verify')).err, /of the key 1, which is not configured/);

    const older = await fundedStore(undefined);
    const since = new Date(Date.now() + 60_000);
    await older.setLimit(older.open({ ...first, since }));
    assert.equal((await run(withMacs(older.raw, { ...first, since }), 'check')).code, 0);
    assert.equal((await run(withMacs(older.raw, first), 'check')).code, 1);
  });
});

const showing = (raw: InMemoryEventStore, event: StoredEvent): InMemoryEventStore => ({
  ...raw,
  async *readStream() {
    yield event;
  },
});

async function forgedOf(store: EventStore): Promise<string | undefined> {
  for await (const { forged } of store.readStream('')) return forged;
  return assert.fail('nothing was read');
}

async function follow(store: EventStore, seen: StoredEvent[]) {
  return runSubscription<StoredEvent>({
    store,
    prefixes: STREAM_PREFIXES,
    from: null,
    signal: new AbortController().signal,
    logger: silentLogger,
    decode(stored) {
      ledgerCodec.decode(stored);
      return stored;
    },
    async onBatch(events) {
      seen.push(...events);
    },
  });
}
