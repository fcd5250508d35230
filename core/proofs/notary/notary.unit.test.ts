import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { STREAM_PREFIXES } from '#core/aggregates/events.ts';
import { openCheckpoint } from '#core/proofs/check/checkpoint.ts';
import { consistencyProof, isConsistent } from '#core/proofs/check/merkle.ts';
import { formatVerifierKey } from '#core/proofs/check/note.ts';
import { createSigner, type Signer } from '#core/proofs/sign.ts';
import { approvedDeposit, createTestLedger, fundedWallet } from '#core/testing/test-ledger.ts';
import { NotaryRefusal, notarise } from './notary.ts';
import { createMemoryLogBook } from './testing/memory-log-book.ts';

const DAY_MS = 24 * 60 * 60_000;
const ORIGIN = 'shop.example/tlog';
const signerOf = (origin: string) => createSigner(origin, Buffer.alloc(32, 5));
const signersOf = (origin: string) => [signerOf(origin)] as const;

async function story() {
  const test = createTestLedger();
  const walletId = await fundedWallet(test, 10_000n);
  const time = { now: Date.now() };
  const clock = () => new Date(time.now);
  const book = createMemoryLogBook(clock);
  const run = (origin = ORIGIN) => notarise({ store: test.store, book, origin, signersOf, clock });
  const reads: (bigint | undefined)[] = [];
  const goOn = ({ store } = test) =>
    notarise({
      store,
      book,
      origin: ORIGIN,
      signersOf,
      clock,
      mayGoOn: true,
      readLog: (store, after) => {
        reads.push(after);
        return store.readAll({ prefixes: STREAM_PREFIXES, ...(after === undefined ? {} : { after }) });
      },
    });
  return { test, walletId, book, run, goOn, reads, time };
}

describe('the notary', () => {
  it('signs nothing of an empty log', async () => {
    const book = createMemoryLogBook();
    assert.equal(await notarise({ store: createTestLedger().store, book, origin: ORIGIN, signersOf }), undefined);
    assert.deepEqual(book.heads, []);
  });

  it('signs each head once, each the older one grown at its end, under the first name of the log', async () => {
    const { test, walletId, book, run } = await story();
    const first = await run();
    assert.ok(first);
    assert.equal(first.size, test.store.events.length);
    assert.equal((await run())?.added, 0);
    // Enough for full tiles, and for more than one batch of leaves.
    for (let deposit = 0; deposit < 120; deposit += 1) await approvedDeposit(test, walletId, 100n);
    const second = await run('other.example/tlog');
    assert.ok(second);
    assert.equal(second.added, second.size - first.size);
    assert.equal(book.heads.length, 2);
    const { key } = signerOf(ORIGIN);
    const heads = [await openCheckpoint(first.note, key), await openCheckpoint(second.note, key)] as const;
    const proof = await consistencyProof(book.readHashes, first.size, second.size);
    assert.ok(isConsistent(...heads, proof));
    assert.ok(book.roots.length > 0);
  });

  it('keeps to what the snapshots and the system write beside the ledger', async () => {
    const { test, book, run } = await story();
    await test.store.append(`snapshot-wallet-${randomUUID()}`, -1n, [
      { id: randomUUID(), type: 'Snapshot', data: {}, metadata: {} },
    ]);
    await test.store.append('$settings', -1n, [{ id: randomUUID(), type: 'settings', data: {}, metadata: {} }]);
    assert.equal((await run())?.size, test.store.events.length - 2);
    assert.equal(book.kept.length, test.store.events.length - 2);
  });

  it('goes on where a run was cut off', async () => {
    const { test, walletId, book, run } = await story();
    await run();
    await approvedDeposit(test, walletId, 100n);
    const cut = { ...book, keepHead: () => Promise.reject(new Error('cut off')) };
    await assert.rejects(notarise({ store: test.store, book: cut, origin: ORIGIN, signersOf }), /cut off/);
    assert.equal(book.kept.length, test.store.events.length);
    const head = await run();
    assert.equal(head?.size, test.store.events.length);
    assert.deepEqual(book.refusals, []);
  });

  it('goes on from the last head without reading again what is before it, and signs what a whole reading signs', async () => {
    const { test, walletId, book, run, goOn, reads, time } = await story();
    await goOn();
    assert.deepEqual(reads, [undefined], 'nothing was read before');
    for (let deposit = 0; deposit < 120; deposit += 1) await approvedDeposit(test, walletId, 100n);
    const before = test.store.events.at(-1)?.position;
    const head = await goOn();
    await approvedDeposit(test, walletId, 100n);
    const next = await goOn();
    assert.deepEqual(reads.slice(2), [before]);
    assert.equal(next?.size, test.store.events.length);
    assert.equal(next?.added, next.size - (head?.size ?? 0));
    const { key } = signerOf(ORIGIN);
    const ends = (await openCheckpoint(next.note, key)).ends;
    const other = createMemoryLogBook();
    const whole = await notarise({ store: test.store, book: other, origin: ORIGIN, signersOf });
    assert.deepEqual(next.root, whole?.root);
    assert.deepEqual(ends?.root, (await openCheckpoint(whole?.note ?? '', key)).ends?.root);
    assert.deepEqual(book.roots, other.roots);
    assert.deepEqual([(await goOn())?.added, (await run())?.added], [0, 0]);
    time.now += 6 * DAY_MS;
    await goOn();
    time.now += DAY_MS;
    await goOn();
    assert.equal(reads.at(-2), test.store.events.at(-1)?.position);
    assert.equal(reads.at(-1), undefined, 'the whole is due after a week');
  });

  it('that goes on signs nothing of a log without its last event, nor over a book that was changed', async () => {
    const spoilt = async (spoil: (scene: Awaited<ReturnType<typeof story>>) => void, reason: RegExp) => {
      const scene = await story();
      await scene.run();
      spoil(scene);
      await assert.rejects(
        scene.goOn(),
        (error: Error) => error instanceof NotaryRefusal && reason.test(error.message),
      );
      assert.match(scene.book.refusals[0] ?? '', reason);
    };
    const scene = await story();
    await scene.run();
    await assert.rejects(scene.goOn(createTestLedger()), /NotaryRefusal: The log does not have the event/);
    assert.match(scene.book.refusals[0] ?? '', /set back to an earlier state, or it is another log/);
    await spoilt(({ book }) => book.kept.splice(0, 1, Buffer.alloc(32)), /not what the last head signs/);
    await spoilt(
      ({ book }) => Object.assign(book.endsNow[0] ?? {}, { hash: '0'.repeat(64) }),
      /not what the last head signs/,
    );
  });

  it('signs no other log, whatever was changed with it, and says what is wrong', async () => {
    const refused = async (spoil: (story: Awaited<ReturnType<typeof fresh>>) => void, reason: RegExp) => {
      const spoilt = await fresh();
      spoil(spoilt);
      await assert.rejects(
        spoilt.run(),
        (error: Error) => error instanceof NotaryRefusal && reason.test(error.message),
      );
      assert.match(spoilt.book.refusals[0] ?? '', reason);
      assert.equal(spoilt.book.heads.length, 1);
    };
    const fresh = async () => {
      const scene = await story();
      await scene.run();
      await approvedDeposit(scene.test, scene.walletId, 100n);
      return scene;
    };
    const events = ({ test }: Awaited<ReturnType<typeof fresh>>) => test.store.events as unknown as object[];
    await refused((scene) => events(scene).splice(3), /ends after 3 events; 1 that were kept are gone/);
    await refused((scene) => events(scene).splice(1, 1), /Place \d+ of the log/);
    await refused(
      (scene) => Object.assign(scene.test.store.events[2] ?? {}, { data: {}, json: '{}' }),
      /Place 2 .*hash does not match/,
    );
    await refused(
      (scene) => Object.assign(scene.test.store.events.at(-1) ?? {}, { forged: 'it carries no MAC' }),
      /carries no MAC/,
    );
    await refused(({ book }) => book.kept.splice(1, 1, Buffer.alloc(32)), /Place 1 .*is not what stood there/);
    await refused(({ book }) => book.kept.pop(), /fewer than/);
    const other = createSigner(ORIGIN, Buffer.alloc(32, 6));
    const scene = await fresh();
    await assert.rejects(
      notarise({ store: scene.test.store, book: scene.book, origin: ORIGIN, signersOf: () => [other] as const }),
      /not signed by this notary's key/,
    );
  });

  it('changes its key while the older one signs beside it, so that who knows only that one goes on', async () => {
    const { test, walletId, book, run } = await story();
    await run();
    const [older, newer] = [signerOf(ORIGIN), createSigner(ORIGIN, Buffer.alloc(32, 6))];
    const change = (...signers: [Signer, ...Signer[]]) =>
      notarise({ store: test.store, book, origin: ORIGIN, signersOf: () => signers });
    // Nothing was added: the last head stays, with the signature of its key.
    assert.deepEqual(await change(newer, older), await run());
    await approvedDeposit(test, walletId, 100n);
    const head = await change(newer, older);
    assert.ok(head);
    assert.equal(head.key, formatVerifierKey(newer.key));
    for (const { key } of [older, newer]) assert.equal((await openCheckpoint(head.note, key)).size, head.size);
    await approvedDeposit(test, walletId, 100n);
    const next = await change(newer);
    assert.ok(next);
    assert.equal((await openCheckpoint(next.note, newer.key)).size, next.size);
    await assert.rejects(run(), /not signed by this notary's key/);
  });
});
