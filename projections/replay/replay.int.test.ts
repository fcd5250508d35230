import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { PATIENCE_MS } from '#core/kernel/testing/eventually.ts';
import { createEngineStack } from '#infra/proof/testing/engine-stack.ts';
import { dump } from '#infra/proof/testing/read-models.ts';
import { assertSameLists } from '#infra/proof/testing/same-lists.ts';
import { wholeStory } from '#projections/testing/story.ts';
import { waitForPosition } from '../kernel/freshness.ts';
import { buildCopy, type CopyOptions } from './copy.ts';
import { diffCopies } from './diff.ts';

const END = new Date('2100-01-01');

describe('the read models as they stood then', async () => {
  const story = wholeStory();
  const middle = story.events[Math.floor(story.events.length / 2)];
  const until = new Date(middle?.metadata.time ?? 0);
  const { databaseUrl, store, pool, common, start, stopEngines } = await createEngineStack();
  const position = await story.appendTo(store);
  start();
  assert.ok(await waitForPosition(pool, position, PATIENCE_MS));
  await stopEngines();

  const build = (name: string, more: Partial<CopyOptions> = {}) =>
    buildCopy({ ...common, name, until, isReplacing: false, signal: new AbortController().signal, ...more });
  async function query(text: string) {
    const plain = new pg.Client({ connectionString: databaseUrl });
    await plain.connect();
    const { rows } = await plain.query(text);
    await plain.end();
    return rows;
  }

  it('stand beside the live ones, which stay as they are', async () => {
    const live = await dump(databaseUrl, 'read');
    const { schema, events } = await build('then');
    assert.equal(schema, 'past_then');
    assert.equal(events, story.events.filter(({ metadata }) => new Date(metadata.time) <= until).length);
    assertSameLists(await dump(databaseUrl, 'read'), live);
    const [wallets] = await query('select count(*)::int as count from past_then.wallets');
    const opened = story.events.filter(
      ({ type, metadata }) => type === 'WalletOpened' && new Date(metadata.time) <= until,
    );
    assert.equal(wallets.count, opened.length);
    assert.deepEqual(await diffCopies(common, 'then', 'then'), []);
  });

  it('of a stream take what is before its first later event, where the clock of a part went back', async () => {
    const streamId = story.events.find(({ type }) => type === 'WalletOpened')?.streamId;
    const within = story.events.filter(({ metadata }) => new Date(metadata.time) <= until);
    const ofWallet = within.filter((event) => event.streamId === streamId);
    assert.ok(ofWallet.length > 2, 'the wallet has events after the one whose clock is ahead');
    const ahead: CopyOptions['store'] = {
      ...store,
      readAll: async function* (options) {
        for await (const event of store.readAll(options)) {
          const isAhead = event.streamId === streamId && event.revision === 1n;
          const metadata = { ...(event.metadata as object), time: '2099-12-31T00:00:00.000Z' };
          yield isAhead ? { ...event, metadata } : event;
        }
      },
    };
    const { events } = await build('skewed', { store: ahead });
    assert.equal(events, within.length - (ofWallet.length - 1));
  });

  it('of the end are the live ones, and of two moments differ where something happened between', async () => {
    await build('now', { until: END });
    assert.deepEqual(await diffCopies(common, 'now', 'live'), []);
    await build('before', { isReplacing: true });
    const found = await diffCopies(common, 'before', 'now');
    const orders = found.find(({ table }) => table === 'orders');
    assert.ok(orders);
    const placed = story.events.filter(
      ({ type, metadata }) => type === 'OrderPlaced' && new Date(metadata.time) > until,
    );
    assert.equal(orders.onlyRight, placed.length);
    assert.equal(orders.onlyLeft, 0);
    const wallets = found.find(({ table }) => table === 'wallets');
    const [then] = await query("select sum(balance)::int8 as sum from past_before.wallets where currency = 'USD'");
    const [now] = await query("select sum(balance)::int8 as sum from past_now.wallets where currency = 'USD'");
    const total = wallets?.totals.find(({ column, currency }) => column === 'balance' && currency === 'USD');
    assert.deepEqual([total?.left, total?.right], [BigInt(then.sum), BigInt(now.sum)]);
  });

  it('take no name that is taken or not theirs, and leave nothing behind when they are interrupted', async () => {
    await build('once');
    await assert.rejects(build('once'), /once is there already \(Giftledger as it stood on .*--replace/);
    await build('once', { isReplacing: true });
    for (const name of ['live', 'read; drop', 'Ä', 'x'.repeat(41)])
      await assert.rejects(build(name), /is no name for a copy/);
    await query('create schema past_theirs');
    await assert.rejects(build('theirs', { isReplacing: true }), /is not a copy of ours/);
    await assert.rejects(diffCopies(common, 'theirs', 'live'), /There is no copy theirs/);
    await assert.rejects(diffCopies(common, 'app', 'live'), /There is no copy app/);
    const stopping = new AbortController();
    const { store } = common;
    const cut = build('cut', {
      signal: stopping.signal,
      store: {
        ...store,
        async *readAll(options) {
          for await (const event of store.readAll(options)) {
            yield event;
            stopping.abort();
          }
        },
      },
    });
    await assert.rejects(cut, { name: 'AbortError' });
    assert.deepEqual(await query("select 1 from pg_namespace where nspname = 'past_cut'"), []);
  });
});
