import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { jsonEvent } from '#eventstore-client';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { auditBooks } from '#infra/proof/api/books.ts';
import type { TestApp } from '#infra/proof/api/test-app.ts';
import { checkRestoreAlone } from '#infra/proof/independent/check-restore.ts';
import type { Certificate, GivenHead } from './bring-back/certificate.ts';
import { certificateInWords } from './bring-back/certificate-words.ts';
import type { RestoreStep } from './bring-back/run-restore.ts';
import * as drill from './testing/drill.ts';
import { openShop, type Shop } from './testing/shop.ts';

after(drill.stopAll);

describe('a store that lost its log, its database and its files', () => {
  let store: TestApp;
  let shop: Shop;
  let folder: string;
  let head: GivenHead;
  let newerHead: GivenHead;
  let sets: readonly string[];
  let lastOrder: string;
  let lostOrder: string;

  before(async () => {
    store = await drill.startStore();
    shop = await openShop(store);
    folder = await drill.newFolder();
    head = await drill.signHead(store);
    const first = await drill.backUp(store, folder);
    lastOrder = await shop.purchase('second');
    await shop.invoice(lastOrder);
    const second = await drill.backUp(store, folder);
    sets = [first.set, second.set];
    lostOrder = await shop.purchase('lost');
    newerHead = await drill.signHead(store);
  });

  describe('and is brought back', () => {
    let place: drill.Place;
    let certificate: Certificate;
    const told = new Map<RestoreStep, number>();
    before(async () => {
      place = await drill.emptyStores();
      certificate = await drill.bringBack(folder, place, {
        heads: [head, newerHead],
        onStep: (step, done, of) => told.set(step, done / of),
      });
    });

    it('says how far it is in each step that reads the log', () => {
      for (const step of ['log', 'reading back', 'read models', 'audit'] satisfies RestoreStep[])
        assert.equal(told.get(step), 1, step);
    });

    it('has all of it, as of the set, and knows what is lost', async () => {
      assert.deepEqual(certificate.problems, []);
      assert.equal(certificate.set.name, sets[1]);
      assert.deepEqual(
        certificate.heads.map(({ verdict }) => verdict),
        ['covered', 'longer'],
      );
      assert.equal(
        certificate.lost.underHeads,
        (newerHead.note.split('\n').map(Number)[1] as number) - certificate.log.tree.size,
      );
      assert.deepEqual(certificate.audit.followers, ['read models', 'processes']);
      assert.equal(certificate.accounted.deliveredCodes, 2);
      assert.equal(certificate.accounted.answers, 2);
      assert.deepEqual(await drill.filesIn(place.filesDir), await drill.filesIn(store.filesDir));
      const words = certificateInWords(certificate);
      assert.match(words, /\*\*Sound\.\*\*/);
      assert.match(words, /2 order lines with 2 codes/);
      assert.match(words, /events more than this log/);
    });

    it('serves: sessions, kept answers, the next numbers, and no follower is ahead', async () => {
      const again = await drill.startStore(place);
      assert.equal(await shop.purchase('second', again), lastOrder, 'the kept answer is given again');
      const next = await shop.purchase('after the restore', again);
      await shop.invoice(next, again);
      const invoices = await drill.rowsOf<{ sequence: number }>(
        place,
        'select sequence::int from app.invoice_number order by sequence',
      );
      assert.deepEqual(
        invoices.map(({ sequence }) => sequence),
        [1, 2, 3],
      );
      const orders = await drill.rowsOf<{ number: string }>(place, 'select number from read.orders order by number');
      assert.equal(new Set(orders.map(({ number }) => number)).size, 3);
      await auditBooks(again);
      const events = await drill.rowsOf<{ count: number }>(place, 'select count(*)::int from read.audit_events');
      const size = Number((await drill.signHead(place)).note.split('\n')[1]);
      assert.equal(size, events[0]?.count, 'the notary goes on from its last head, over the new events');
    });

    it('has a certificate that a program without our code confirms, and no other', async () => {
      const set = await readFile(path.join(folder, certificate.set.name), 'utf8');
      const firstSet = await readFile(path.join(folder, sets[0] ?? ''), 'utf8');
      const text = JSON.stringify(certificate, null, 2);
      const check = (given = text, of = set, { note, key } = head) => checkRestoreAlone(given, of, note, key);
      assert.equal(check().underHead, certificate.heads[0]?.size);
      assert.ok(check().beyond > 0 && check().missing > 0);
      assert.throws(() => check(text.replace('"deliveredCodes": 2', '"deliveredCodes": 3')), /was changed/);
      assert.throws(() => check(text, firstSet), /the set is another one/);
      assert.throws(() => check(text, set, newerHead), /fewer than the head/);
      assert.throws(() => check(text, set, { ...head, note: head.note.replace(/^\d+$/m, '3') }), /not signed/);
    });
  });

  it('comes back as of an earlier moment', async () => {
    const at = timeOf(sets[0]);
    const certificate = await drill.bringBack(folder, await drill.emptyStores(), { at, hasReadModels: false });
    assert.deepEqual(certificate.problems, []);
    assert.equal(certificate.set.name, sets[0]);
    assert.ok(certificate.lost.inBackup > 0);
    await assert.rejects(
      drill.bringBack(folder, await drill.emptyStores(), { at: new Date(at.getTime() - 1) }),
      /The oldest set of .* is after/,
    );
  });

  it('comes back whole after restores that were stopped in each step', async () => {
    const place = await drill.emptyStores();
    for (const step of ['log', 'files', 'tables', 'reading back', 'read models'] satisfies RestoreStep[]) {
      const stopping = new AbortController();
      const onStep = (now: RestoreStep) => now === step && stopping.abort(new Error(`stopped: ${step}`));
      await drill.bringBack(folder, place, { signal: stopping.signal, onStep, hasReadModels: false }).then(
        () => assert.equal(step, 'read models'),
        (error: Error) => assert.match(error.message, /^stopped/),
      );
    }
    const { problems } = await drill.bringBack(folder, place, { hasReadModels: false });
    assert.deepEqual(problems, []);
  });

  it('gets its files back alone, where nothing else was lost', async () => {
    const filesDir = await drill.newFolder();
    assert.equal(await drill.bringBackFiles(folder, { filesDir }), 1);
    const [file = ''] = await drill.filesIn(filesDir);
    const [was, is] = [path.join(store.filesDir, file), path.join(filesDir, file)].map((each) => readFile(each));
    assert.deepEqual(await is, await was);
    await writeFile(path.join(filesDir, file), 'another');
    await assert.rejects(drill.bringBackFiles(folder, { filesDir }), /is there with another content/);
  });

  /** Gift cards of the kept database that were sold after the set. docs/runbooks/restore.md has this query. */
  const soldSince = ({ set }: Certificate) => `
    select "order".number, code.id, code.last_four, code.first_revealed_at from app.allocated_code as code
      join read.orders as "order" using (order_id) where code.allocated_at > '${set.time}'`;

  it('whose log alone was lost goes back to the set, and its kept database names what was sold since', async () => {
    const place = await drill.emptyStores();
    await assert.rejects(
      drill.bringBack(folder, { ...store, eventstoreUrl: place.eventstoreUrl }),
      /The database is not empty: .* Nothing was written/,
    );
    const certificate = await drill.bringBackByRunbook(folder, place, head);
    assert.equal(certificate.set.name, sets[1]);
    const [{ number: lostNumber } = {}] = await drill.rowsOf<{ number: string }>(
      store,
      `select number from read.orders where order_id = '${lostOrder}'`,
    );
    const [sold, ...others] = await drill.rowsOf<{ id: string; number: string }>(store, soldSince(certificate));
    assert.deepEqual([sold?.number, others], [lostNumber, []]);
    assert.deepEqual(
      await drill.rowsOf(place, `select order_id from app.gift_code where id = '${sold?.id}'`),
      [{ order_id: null }],
      'on the shelf again',
    );
  });

  it('whose database alone was lost goes back to the set, and its kept log names what was done since', async () => {
    const place = await drill.emptyStores();
    await assert.rejects(
      drill.bringBack(folder, { ...place, eventstoreUrl: store.eventstoreUrl }),
      /The event store is not empty: its last event, .* is not in the backup\. Nothing was written/,
    );
    assert.deepEqual(await drill.filesIn(place.filesDir), []);
    const kept = await drill.emptyStores();
    const copied = await drill.runProgram('move.ts', kept, '--from', store.eventstoreUrl, '--to', kept.eventstoreUrl);
    assert.match(copied, /the same in both, in the same order, byte for byte/);
    const certificate = await drill.bringBackByRunbook(folder, place, head, newerHead);
    const since = await drill.runProgram('ledger/main.ts', kept, 'history', '--from', certificate.set.time, '--json');
    const events = since.trim().split('\n');
    assert.equal(events.length, certificate.lost.underHeads);
    assert.ok(events.some((event) => event.includes('OrderPlaced') && event.includes(lostOrder)));
  });

  it('names each payment and code that log and tables do not both have', async () => {
    const earlier = await drill.emptyStores();
    const at = timeOf(sets[0]);
    await drill.bringBack(folder, earlier, { at, hasReadModels: false });
    const wrong = async (what: Partial<drill.Place>): Promise<Certificate> => {
      const to = await drill.newFolder();
      await drill.backUp({ ...store, ...what }, to);
      return drill.bringBack(to, await drill.emptyStores(), { hasReadModels: false });
    };

    const { deposit, asked, made } = await shop.payments();
    const { eventstoreUrl, databaseUrl, filesDir } = earlier;
    const ofOlderLog = await wrong({ eventstoreUrl });
    const ofOlderTables = await wrong({ databaseUrl, filesDir });
    const named = (certificate: Certificate, sentence: string) =>
      assert.ok(certificate.problems.includes(sentence), `${sentence}\n${certificate.problems.join('\n')}`);
    for (const paper of [`deposit ${deposit}`, `withdrawal ${asked}`, `withdrawal ${made}`])
      named(ofOlderLog, `Somebody was told that ${paper} was taken, and the log does not have it.`);
    named(ofOlderLog, `The withdrawal ${asked} is in a file for the bank, and the log does not have it.`);
    for (const orderId of [lastOrder, lostOrder]) {
      const [line] = await drill.rowsOf<{ id: string }>(
        store,
        `select line_id as id from app.allocated_code where order_id = '${orderId}'`,
      );
      named(ofOlderLog, `Somebody was told that order ${orderId} was taken, and the log does not have it.`);
      named(ofOlderLog, `Codes are given to the order ${orderId}, which the log does not have.`);
      named(ofOlderTables, `The codes of order line ${line?.id} are not those that the log says were delivered.`);
    }
    assert.match(certificateInWords(ofOlderLog), /\*\*Not sound: \d+ problems\.\*\*/);
  });

  it('names what is damaged, and writes nothing', async () => {
    const place = await drill.emptyStores();
    const names = await drill.filesIn(folder);
    const isOf = (start: string) => (name: string) => name.startsWith(start);
    const tables = `tables/${(sets[1] ?? '').slice('sets/'.length, -'.json'.length)}/app.account.`;
    for (const start of ['log/000000000.age', tables, 'files/lists', 'log/000000000.json', sets[1] ?? '']) {
      const name = names.find(isOf(start)) ?? assert.fail(start);
      await spoil(path.join(folder, name), () =>
        assert.rejects(drill.bringBack(folder, place), new RegExp(escaped(name))),
      );
    }
    const file = names.find((name) => /^files\/[0-9a-f]{2}\//.test(name)) ?? assert.fail('a file');
    await spoil(path.join(folder, file), () =>
      assert.rejects(drill.bringBack(folder, place), new RegExp(escaped(file))),
    );
    assert.deepEqual(await drill.rowsOf(place, 'select 1 from app.account'), []);
    assert.deepEqual(await drill.filesIn(place.filesDir), []);
  });

  it('is refused by stores that have something, with the wrong keys, and says which', async () => {
    const place = await drill.emptyStores();
    const refused = (what: RegExp, more = {}) => assert.rejects(drill.bringBack(folder, place, more), what);
    await writeFile(path.join(place.filesDir, 'theirs'), '');
    await refused(/is not empty: theirs/);
    await rm(path.join(place.filesDir, 'theirs'));
    const others = { current: { id: 1, key: Buffer.alloc(32) }, retired: [], since: null };
    await refused(/EVENT_MAC_KEYS are not those of the store/, { eventMacs: others });
    await drill.rowsOf(place, "insert into app.product_word (word) values ('theirs')");
    await refused(/The database is not empty: app.product_word/);
    await drill.rowsOf(place, 'delete from app.product_word');
    const client = createEventStoreClient(place.eventstoreUrl);
    await client.appendToStream('theirs', jsonEvent({ type: 'Noted', data: {} }));
    await client.dispose();
    await refused(/The event store is not empty: its last event, revision 0 of theirs/);

    const { problems } = await drill.bringBack(folder, await drill.emptyStores(), {
      dataKeys: others,
      hasReadModels: false,
    });
    assert.match(String(problems), /DATA_ENCRYPTION_KEYS are not those of the store/);
  });
});

/** Of the name of a set. */
const timeOf = (set = ''): Date =>
  new Date(set.slice('sets/'.length, -'.json'.length).replace(/T(\d+)-(\d+)-/, 'T$1:$2:'));

/** Runs with one byte of the file changed. */
async function spoil(file: string, run: () => Promise<unknown>): Promise<void> {
  const whole = await readFile(file);
  const spoilt = Buffer.from(whole);
  const at = Math.floor(spoilt.length / 2);
  spoilt[at] = (spoilt[at] ?? 0) ^ 1;
  await writeFile(file, spoilt);
  try {
    await run();
  } finally {
    await writeFile(file, whole);
  }
}

const escaped = (text: string): string => text.replace(/[.[\]]/g, '\\$&');
