import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { withMacs } from '#core/kernel/log/event-macs.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { createInMemoryEventStore } from '#core/kernel/testing/in-memory-event-store.ts';
import { formatVerifierKey } from '#core/proofs/check/note.ts';
import { formatTlogProof } from '#core/proofs/check/tlog-proof.ts';
import { notarise } from '#core/proofs/notary/notary.ts';
import { createMemoryLogBook } from '#core/proofs/notary/testing/memory-log-book.ts';
import { createSigner } from '#core/proofs/sign.ts';
import { approvedDeposit, createTestLedger, fundedWallet } from '#core/testing/test-ledger.ts';
import { run, runBeside } from './testing/cli-story.ts';
import { type Draft, forgedLog } from './testing/forged-log.ts';

const KEYS = { current: { id: 1, key: Buffer.alloc(32, 3) }, retired: [], since: null };
const ORIGIN = 'shop.example/tlog';
const signerOf = (origin: string) => createSigner(origin, Buffer.alloc(32, 5));

/**
 * Drills: an attacker has the servers, the database of events and every key except the notary's. A customer kept a head
 * of the log.
 */
describe('a log that somebody rewrote', async () => {
  const book = createMemoryLogBook();
  const keep = async (name: string, note: string) => {
    const file = path.join(dir, `${name}.checkpoint`);
    await writeFile(file, note);
    return file;
  };
  const sign = async (store: EventStore, into = createMemoryLogBook()) =>
    (await notarise({ store, book: into, origin: ORIGIN, signersOf: (name) => [signerOf(name)] }))?.note ?? '';

  const dir = await mkdtemp(path.join(tmpdir(), 'drills-'));
  const memory = createInMemoryEventStore();
  const store = Object.assign(withMacs(memory, KEYS), { events: memory.events }) as typeof memory;
  const test = createTestLedger({ store });
  const walletId = await fundedWallet(test, 10_000n);
  for (let deposit = 0; deposit < 3; deposit += 1) await approvedDeposit(test, walletId, 1_000n);
  const original: Draft[] = [...memory.events];
  const headFile = await keep('kept', await sign(await forgedLog(original, KEYS), book));
  const key = formatVerifierKey(signerOf(ORIGIN).key);
  after(() => rm(dir, { recursive: true }));

  const verify = (store: EventStore, heads = [headFile], entries: () => AsyncIterable<Uint8Array> = book.entries) =>
    runBeside({ keptEntries: entries }, store, 'verify', '--against', ...heads, '--key', key);

  /** The log index of the second deposit's credit. */
  const placeOfCredit = () => original.findIndex(({ type }, at) => type === 'WalletCredited' && at > 5);
  const changed = (at: number, change: (event: Draft) => Draft) =>
    original.map((event, index) => (index === at ? change(event) : event));

  it('is found sound where nobody did', async () => {
    const sound = await verify(await forgedLog(original, KEYS));
    assert.equal(sound.code, 0, sound.err);
    assert.match(sound.text, new RegExp(`follows from the first ${original.length} of them`));
    assert.doesNotMatch(sound.err, /cannot be named/);
    const alone = await verify(await forgedLog(original, KEYS), [headFile], noEntries);
    assert.equal(alone.code, 0, alone.err);
    assert.match(alone.err, /Each head fits\. .* \(no Postgres, or an empty book\)/);
    const grown = [...original, { ...creditLike(), id: randomUUID() }];
    assert.equal((await verify(await forgedLog(grown, KEYS))).code, 0, 'what came after the head is not its business');
  });

  it('is compared with the head that somebody’s proof goes by', async () => {
    const checkpoint = await readFile(headFile, 'utf8');
    const proof = formatTlogProof({ index: 0, path: [], checkpoint });
    const files = [
      await keep('movement', proof),
      await keep('statement', JSON.stringify({ events: [{ event: '{}' }, { event: '{}', proof }] })),
    ];
    const sound = await verify(await forgedLog(original, KEYS), files);
    assert.equal(sound.code, 0, sound.err);
    assert.equal(sound.text.match(/follows from the first/g)?.length, 2);
    const forged = changed(placeOfCredit(), creditLike);
    assert.equal((await verify(await forgedLog(forged, KEYS), files)).code, 1);
    for (const text of ['{}', '{', '{"events":[{}]}']) {
      const none = await verify(await forgedLog(original, KEYS), [await keep('none', text)]);
      assert.equal(none.code, 1);
      assert.match(none.err, /is no head of the log that you trust/);
    }
  });

  const creditLike = (): Draft => {
    const credit = original[placeOfCredit()];
    assert.ok(credit);
    return { ...credit, id: randomUUID(), data: { ...(credit.data as object), reference: `deposit:${randomUUID()}` } };
  };

  const drills: Record<string, () => { drafts: Draft[]; place: number }> = {
    'an amount was changed': () => {
      const place = placeOfCredit();
      const data = (event: Draft) => ({ ...(event.data as object), amount: { amount: '900000', currency: 'USD' } });
      return { drafts: changed(place, (event) => ({ ...event, data: data(event) })), place };
    },
    'a note was changed': () => {
      const place = original.findIndex(({ type }) => type === 'DepositRequested');
      return {
        drafts: changed(place, (event) => ({ ...event, data: { ...(event.data as object), note: 'other' } })),
        place,
      };
    },
    'metadata were changed': () => {
      const place = placeOfCredit();
      const actor = { kind: 'administrator', id: 'somebody-else' };
      return {
        drafts: changed(place, (event) => ({ ...event, metadata: { ...(event.metadata as object), actor } })),
        place,
      };
    },
    'an event was deleted': () => ({ drafts: original.toSpliced(placeOfCredit(), 1), place: placeOfCredit() }),
    'two events were swapped': () => {
      const place = placeOfCredit();
      const [one, other] = [original[place], original[place + 1]];
      assert.ok(one && other);
      return { drafts: original.toSpliced(place, 2, other, one), place };
    },
    'an event was put in': () => ({
      drafts: original.toSpliced(placeOfCredit(), 0, creditLike()),
      place: placeOfCredit(),
    }),
  };

  for (const [name, drill] of Object.entries(drills)) {
    it(`is found, with the place, though all chains and MACs are right: ${name}`, async () => {
      const { drafts, place } = drill();
      const store = await forgedLog(drafts, KEYS);
      const plain = await run(store, 'verify');
      assert.equal(plain.code, 0, `chains and MACs alone do not tell: ${plain.err}`);
      const found = await verify(store);
      assert.equal(found.code, 1);
      assert.match(
        found.err,
        new RegExp(`Place ${place} \\(counted from 0\\).*now there stands ${drafts[place]?.type}`),
      );
      assert.match(found.err, new RegExp(`${drafts[place]?.streamId} at revision \\d+, log position \\d+`));
    });
  }

  it('is found where its end was cut off, with the first event that is gone', async () => {
    const found = await verify(await forgedLog(original.slice(0, -2), KEYS));
    assert.equal(found.code, 1);
    assert.match(found.err, new RegExp(`cut off: it has ${original.length - 2} events.*over ${original.length}`));
    assert.match(found.err, new RegExp(`Place ${original.length - 2} .*now the log ends before it`));
  });

  it('is found at an event that was appended without a key of our parts, and named', async () => {
    const forged = creditLike();
    const found = await verify(await forgedLog(original, KEYS, [forged]));
    assert.equal(found.code, 1);
    assert.match(found.err, new RegExp(`${forged.streamId} is broken at revision \\d+.*it carries no MAC`));
  });

  it('is found without any kept leaves too: between which heads it differs', async () => {
    const store = await forgedLog(original, KEYS);
    const early = createMemoryLogBook();
    const first = await keep('early', await sign(await forgedLog(original.slice(0, 5), KEYS), early));
    const { drafts } = drills['an amount was changed']?.() ?? { drafts: [] };
    const found = await verify(await forgedLog(drafts, KEYS), [first, headFile], noEntries);
    assert.equal(found.code, 1);
    assert.match(found.err, /The difference lies after the first 5, among them/);
    assert.match(found.err, /which event is the first to differ cannot be named, only between which heads it lies/);
    assert.equal((await verify(store, [first, headFile], noEntries)).code, 0);
  });

  it('is found where two customers were shown two heads, which prove it together', async () => {
    const { drafts } = drills['an amount was changed']?.() ?? { drafts: [] };
    const fork = await forgedLog(drafts, KEYS);
    const other = await keep('fork', await sign(fork));
    const found = await verify(await forgedLog(original, KEYS), [headFile, other]);
    assert.equal(found.code, 1);
    assert.match(found.err, /the head of .*fork\.checkpoint does not follow/);
    assert.match(found.err, /both signed by shop\.example\/tlog for \d+ events, and differ: the log was forked/);
    assert.match((await verify(fork)).err, /Place \d+ \(counted from 0\)/);
  });

  it('is compared with heads of the trusted key alone', async () => {
    const store = await forgedLog(original, KEYS);
    const stranger = createSigner(ORIGIN, Buffer.alloc(32, 9));
    const options = { store, book: createMemoryLogBook(), origin: ORIGIN, signersOf: () => [stranger] as const };
    const foreign = await keep('foreign', (await notarise(options))?.note ?? '');
    assert.match((await verify(store, [foreign])).err, /is no head of the log that you trust\. It is not signed by/);
    assert.equal((await run(store, 'verify', '--against', headFile)).code, 2, 'without a key a head proves nothing');
    assert.equal((await run(store, 'verify', '--against', headFile, '--key', `${key}x`)).code, 2);
    assert.equal((await run(store, 'verify', '--against', path.join(dir, 'none'), '--key', key)).code, 2);
  });
});

async function* noEntries(): AsyncGenerator<Uint8Array> {}
