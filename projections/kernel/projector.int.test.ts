import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '#infra/proof/testing/database.ts';
import { dump, openTestProjector } from '#infra/proof/testing/read-models.ts';
import { assertSameLists } from '#infra/proof/testing/same-lists.ts';
import { createLog, id, usd } from '#projections/testing/log.ts';
import {
  ALICE,
  ALICE_USD,
  openAccount,
  payOrder,
  placeOrder,
  queuePayment,
  wholeStory,
} from '#projections/testing/story.ts';
import type { ProjectedEvent } from './projection.ts';
import { PoisonEventError, type Projector, SupersededError } from './projector.ts';

describe('events that are gathered to batches', async () => {
  const { events } = wholeStory();
  const last = events.at(-1)?.position ?? -1n;
  let projector: Projector;
  const database = await createTestDatabase();
  const atOnce = await openTestProjector(database.url, 'expected');
  await atOnce.apply(events);
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
    await projector.apply(events.flatMap((event) => [event, event]));
    assert.equal(projector.place?.position, last);
    assertSameLists(await dump(database.url, 'read'), expected);
  });

  it('leave the same rows in one large batch and in small ones', async () => {
    const many = Array.from({ length: 1_001 }, (_, index) => customer(index, BigInt(index + 1)));
    await projector.apply(many);
    const inOne = await dump(database.url, 'read');
    assert.equal(inOne.audit_events?.length, many.length);
    const bySmallBatches = await openTestProjector(database.url, 'small');
    for (let start = 0; start < many.length; start += 87) {
      const some = many.slice(start, start + 87);
      await bySmallBatches.apply(some);
    }
    await bySmallBatches.close();
    assertSameLists(await dump(database.url, 'small'), inOne);
  });

  it('add to the sums that are there, before and after the indexes are made', async () => {
    await projector.apply([customer(1, 1n), customer(2, 2n)]);
    await projector.apply([customer(3, 3n)]);
    assert.deepEqual(await registered(), [3]);
    await projector.confirmCaughtUp();
    await projector.apply([customer(4, 4n)]);
    assert.deepEqual(await registered(), [4]);
  });

  it('are known to the planner of queries, as soon as the tables are filled', async () => {
    const known = () =>
      ask("select distinct tablename from pg_stats where schemaname = 'read' and tablename = 'customers'");
    await projector.apply([customer(1, 1n), customer(2, 2n)]);
    assert.deepEqual(await known(), []);
    await projector.confirmCaughtUp();
    assert.deepEqual(await known(), [{ tablename: 'customers' }]);
  });

  it('get their indexes from the next projector, when an end came while they were made', async () => {
    const isIndexed = async () => {
      const [row] = await ask(`select indexed, (select count(*)::int from pg_indexes where schemaname = 'read'
        and indexname = 'customers_by_time') as customers from read.checkpoint`);
      return row;
    };
    await projector.apply([customer(1, 1n)]);
    // The last statement fails, so the first ones must leave nothing.
    await run('alter table read.checkpoint add check (not indexed)');
    await assert.rejects(projector.confirmCaughtUp());
    assert.deepEqual(await isIndexed(), { indexed: false, customers: 0 });
    await run('alter table read.checkpoint drop constraint checkpoint_indexed_check');
    await projector.close();
    projector = await openTestProjector(database.url);
    await projector.apply([customer(2, 2n)]);
    await projector.confirmCaughtUp();
    assert.deepEqual(await isIndexed(), { indexed: true, customers: 1 });
    assert.deepEqual(await registered(), [2]);
  });

  it('find the row that an earlier one made, though it should have come later', async () => {
    const log = createLog();
    openAccount(log, ALICE, ALICE_USD);
    queuePayment(log, 1, { wallet: ALICE_USD, minor: 700 });
    await projector.apply(log.events);
    await projector.close();
    projector = await openTestProjector(database.url);
    // Out of order: the payment was requested before its order was placed.
    placeOrder(log, 1, ALICE, { wallet: ALICE_USD, minor: 700 });
    payOrder(log, 1, { wallet: ALICE_USD, minor: 700 });
    await projector.apply(log.events);
    assert.deepEqual(await ask('select status from read.transactions'), [{ status: 'completed' }]);
  });

  it('are skipped when they come again', async () => {
    await projector.apply(events);
    await projector.close();
    projector = await openTestProjector(database.url);
    assert.equal(projector.place?.position, last);
    await projector.apply(events);
    assertSameLists(await dump(database.url, 'read'), expected);
  });

  it('change the rows that a rebuild put in the place of those in memory', async () => {
    const log = createLog();
    openAccount(log, ALICE, ALICE_USD);
    await projector.apply(log.events);
    await run('update read.checkpoint set generation = gen_random_uuid(); update read.wallets set held = 7');
    log.add(`wallet-${ALICE_USD}`, 'WalletCreditLimitSet', { limit: usd(5) });
    await projector.apply(log.events);
    assert.deepEqual(await ask('select held, credit_limit from read.wallets'), [{ held: '7', credit_limit: '5' }]);
  });

  it('go on one by one where a rebuild replaced the tables between two of them', async () => {
    for (const event of events) {
      await run('update read.checkpoint set generation = gen_random_uuid()');
      await projector.apply([event]);
    }
    assertSameLists(await dump(database.url, 'read'), expected);
  });

  it('are not written into tables that another version has taken over', async () => {
    await projector.apply([customer(1, 1n)]);
    await run("update read.checkpoint set fingerprint = 'other'; alter table read.customers drop column status");
    await assert.rejects(projector.apply([customer(2, 2n)]), SupersededError);
    await run('update read.checkpoint set position = 7');
    await assert.rejects(projector.apply([customer(2, 2n)]), SupersededError);
  });

  it('are kept up to the one that cannot be projected', async () => {
    const many = Array.from({ length: 302 }, (_, index) => customer(index, BigInt(index + 1)));
    const orphan = createLog();
    orphan.add(`wallet-${id('wallet', 99)}`, 'WalletCreditLimitSet', { limit: usd(1) });
    const poison = { ...orphan.events[0], position: 19_999n } as ProjectedEvent;
    await assert.rejects(
      projector.apply([...many, poison, customer(many.length, 20_000n)]),
      (error) => error instanceof PoisonEventError && error.message.startsWith('WalletCreditLimitSet in wallet-'),
    );
    assert.equal(projector.place?.position, BigInt(many.length));
    const { customers } = await dump(database.url, 'read');
    assert.equal(customers?.length, many.length);
  });
});
