import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import { silentLogger } from '#core/kernel/logger.ts';
import { createTestDatabase } from '#infra/proof/testing/database.ts';
import { projections, READ_MODEL_VERSION } from '../projections.ts';
import { BATCH_EVENTS, PoisonEventError } from './batch-writer.ts';
import type { ProjectedEvent } from './projection.ts';
import { openProjector, type Projector } from './projector.ts';
import { SupersededError } from './target.ts';
import { createLog, id, usd } from './testing/log.ts';
import { dump, openTestProjector } from './testing/read-models.ts';
import { ALICE, ALICE_USD, openAccount, payOrder, placeOrder, queuePayment, wholeStory } from './testing/story.ts';

describe('events that are gathered to batches', async () => {
  const { events } = wholeStory();
  const last = events.at(-1)?.position ?? -1n;
  let projector: Projector;
  const database = await createTestDatabase();
  const atOnce = await openTestProjector(database.url, 'expected');
  await atOnce.apply(events, last);
  await atOnce.close();
  const expected = await dump(database.url, 'expected');
  beforeEach(async () => {
    projector = await openTestProjector(database.url);
  });
  afterEach(async () => {
    await projector.close();
    await run('drop schema if exists read cascade');
  });
  after(() => database.drop());

  async function ask(text: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(text);
    await client.end();
    return rows;
  }
  const run = async (text: string): Promise<void> => void (await ask(text));
  /** The rows that count customers. */
  const registered = async (): Promise<number[]> => {
    const found = await ask("select count from read.tallies where subject = 'customer' and scope = 'all' order by 1");
    return found.map(({ count }) => Number(count));
  };
  const customer = (number: number, position: bigint): ProjectedEvent => {
    const log = createLog();
    log.add(`customer-${id('gathered', number)}`, 'CustomerRegistered', { customerId: id('gathered', number) });
    const [event] = log.events;
    assert.ok(event);
    return { ...event, position };
  };

  it('leave the same rows, however they were handed over', async () => {
    for (const event of events) await projector.enqueue([event, event], event.position);
    assert.equal(projector.position, null);
    await projector.settle();
    assert.equal(projector.position, last);
    assert.deepEqual(await dump(database.url, 'read'), expected);
  });

  it('leave the same rows in one large batch and in small ones', async () => {
    const many = Array.from({ length: 450 }, (_, index) => customer(index, BigInt(index + 1)));
    await projector.apply(many, 450n);
    const inOne = await dump(database.url, 'read');
    assert.equal(inOne.audit_events?.length, 450);
    const bySmallBatches = await openTestProjector(database.url, 'small');
    for (let start = 0; start < many.length; start += 9) {
      await bySmallBatches.apply(many.slice(start, start + 9), BigInt(start + 9));
    }
    await bySmallBatches.close();
    assert.deepEqual(await dump(database.url, 'small'), inOne);
  });

  it('add their sums as parts while the tables are filled, which are merged for good with the indexes', async () => {
    await projector.apply([customer(1, 1n), customer(2, 2n)], 2n);
    await projector.apply([customer(3, 3n)], 3n);
    assert.deepEqual(await registered(), [1, 2]);
    await projector.confirmCaughtUp();
    assert.deepEqual(await registered(), [3]);
    await projector.apply([customer(4, 4n)], 4n);
    assert.deepEqual(await registered(), [4]);
  });

  it('are known to the planner of queries, as soon as the tables are filled', async () => {
    const known = () =>
      ask("select distinct tablename from pg_stats where schemaname = 'read' and tablename = 'customers'");
    await projector.apply([customer(1, 1n), customer(2, 2n)], 2n);
    assert.deepEqual(await known(), []);
    await projector.confirmCaughtUp();
    assert.deepEqual(await known(), [{ tablename: 'customers' }]);
  });

  it('add parts again after an end while indexes were made', async () => {
    await projector.apply([customer(1, 1n)], 1n);
    await projector.close();
    await run('create unique index tallies_by_key on read.tallies (subject, scope, type, status)');
    projector = await openTestProjector(database.url);
    await projector.apply([customer(2, 2n)], 2n);
    await projector.confirmCaughtUp();
    assert.deepEqual(await registered(), [2]);
  });

  it('are not believed when they call a row new that is there', async () => {
    const log = createLog();
    openAccount(log, ALICE, ALICE_USD);
    queuePayment(log, 1, { wallet: ALICE_USD, minor: 700 });
    await projector.apply(log.events, log.events.at(-1)?.position ?? -1n);
    await projector.close();
    projector = await openTestProjector(database.url);
    // Out of order: the payment was requested before its order was placed.
    placeOrder(log, 1, ALICE, { wallet: ALICE_USD, minor: 700 });
    payOrder(log, 1, { wallet: ALICE_USD, minor: 700 });
    await projector.apply(log.events, log.events.at(-1)?.position ?? -1n);
    assert.deepEqual(await ask('select status from read.transactions'), [{ status: 'completed' }]);
  });

  it('are written when the projector is closed, and skipped when they come again', async () => {
    await projector.enqueue(events, last);
    await projector.close();
    projector = await openTestProjector(database.url);
    assert.equal(projector.position, last);
    await projector.enqueue(events, last);
    await projector.settle();
    assert.deepEqual(await dump(database.url, 'read'), expected);
  });

  it('are computed again when a rebuild replaced the tables meanwhile', async () => {
    const half = Math.floor(events.length / 2);
    const middle = events[half - 1]?.position ?? -1n;
    await projector.apply(events.slice(0, half), middle);
    await projector.enqueue(events.slice(half), last);
    await run('update read.checkpoint set generation = gen_random_uuid()');
    await projector.settle();
    assert.deepEqual(await dump(database.url, 'read'), expected);
  });

  it('go on one by one where a rebuild replaced the tables between two of them', async () => {
    for (const event of events) {
      await run('update read.checkpoint set generation = gen_random_uuid()');
      await projector.apply([event], event.position);
    }
    assert.deepEqual(await dump(database.url, 'read'), expected);
  });

  it('are not written into tables that another version has taken over', async () => {
    await projector.apply([customer(1, 1n)], 1n);
    await run("update read.checkpoint set fingerprint = 'other'; alter table read.customers drop column status");
    await assert.rejects(projector.apply([customer(2, 2n)], 2n), SupersededError);
    await run('update read.checkpoint set position = 7');
    await assert.rejects(projector.apply([customer(2, 2n)], 2n), SupersededError);
  });

  it('are kept up to the one that cannot be projected, though it shows while a later batch is gathered', async () => {
    const many = Array.from({ length: BATCH_EVENTS }, (_, index) => customer(index, BigInt(index + 1)));
    const orphan = createLog();
    orphan.add(`wallet-${id('wallet', 99)}`, 'WalletCreditLimitSet', { limit: usd(1) });
    const poison = { ...orphan.events[0], position: 20_000n } as ProjectedEvent;
    await projector.enqueue(many, BigInt(BATCH_EVENTS));
    await assert.rejects(async () => {
      await projector.enqueue([customer(BATCH_EVENTS, 19_999n), poison], 20_000n);
      await projector.settle();
    }, PoisonEventError);
    assert.equal(projector.position, 19_999n);
    const { customers } = await dump(database.url, 'read');
    assert.equal(customers?.length, BATCH_EVENTS + 1);
  });

  it('are not passed by when the log does not bring them again', async () => {
    const forgetful = await openProjector({
      databaseUrl: database.url,
      schema: 'forgetful',
      projections,
      version: READ_MODEL_VERSION,
      logger: silentLogger,
      signal: AbortSignal.timeout(120_000),
      async *readAgain() {
        yield* events.slice(0, 2);
      },
    });
    assert.ok(forgetful);
    await run('update forgetful.checkpoint set generation = gen_random_uuid()');
    await assert.rejects(
      forgetful.apply(events.slice(0, 3), events[2]?.position ?? -1n),
      /projected again: 3\. The log brought 2\./,
    );
    assert.equal(forgetful.position, events[1]?.position);
    await forgetful.close();
  });
});
