import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pagesTouched } from '#infra/proof/testing/pages-touched.ts';
import { openReadModels } from '#infra/proof/testing/read-models.ts';
import { countRows, type Database, MOST_COUNTED, plain, sql } from '#projections/kernel/sql.ts';
import { countAuditEvents } from '#projections/models/audit-trail.ts';
import { listCustomers } from '#projections/models/customers.ts';
import { accountStatement } from '#projections/models/ledger-account.ts';
import { listOrders, listUnrefunded } from '#projections/models/orders.ts';
import { exportOwnReveals, listOwnReveals } from '#projections/models/reveals.ts';
import { listOwnTransactions, listTransactions } from '#projections/models/transactions.ts';
import { createLog, id } from '#projections/testing/log.ts';
import { wholeStory } from '#projections/testing/story.ts';
import { MAX_PAGE_SIZE } from './page.ts';

const CUSTOMERS = 2_345;

describe('pages of a long list', async () => {
  const { pool, project } = await openReadModels();
  const log = createLog();
  for (let number = 0; number < CUSTOMERS; number += 1) {
    // Five at a time register in the same second: only the tie-breaker orders them.
    const time = new Date(Date.UTC(2026, 0, 1) + Math.floor(number / 5) * 1_000).toISOString();
    log.add(`customer-${id('c', number)}`, 'CustomerRegistered', { customerId: id('c', number) }, { time });
  }
  await project(log.events);

  for (const sortOrder of ['asc', 'desc'] as const) {
    it(`show every row once, ${sortOrder}, whichever end they are read from`, async () => {
      const seen: string[] = [];
      const lastPage = Math.ceil(CUSTOMERS / MAX_PAGE_SIZE);
      for (let page = 1; page <= lastPage; page += 1) {
        const result = await listCustomers(pool, { page, perPage: MAX_PAGE_SIZE, sortOrder });
        assert.equal(result.total, CUSTOMERS);
        assert.equal(result.lastPage, lastPage);
        seen.push(...result.items.map((customer) => customer.customerId));
      }
      const expected = Array.from({ length: CUSTOMERS }, (_, number) => id('c', number));
      assert.deepEqual(seen, sortOrder === 'asc' ? expected : expected.reverse());
    });
  }

  it('are cut by a name of another table in one look at each', async () => {
    const pages = await pagesTouched(pool, (database) => listCustomers(database, { sortBy: 'name' }));
    assert.ok(pages < CUSTOMERS / 4, `it touched ${pages} pages of Postgres`);
  });

  it('found by a word that all of them have are all there, in one look at each', async () => {
    await pool.query(sql.typeAlias('void')`
      insert into app.account (customer_id, email, name, password_hash)
        select customer_id, 'buyer' || position || '@shop.example', 'Buyer', 'no password' from read.customers`);
    await pool.query(sql.typeAlias('void')`${plain('vacuum analyze')}`);
    const search = { search: 'shop', perPage: 20 };
    assert.equal((await listCustomers(pool, search)).total, CUSTOMERS);
    const pages = await pagesTouched(pool, (database) => listCustomers(database, search));
    assert.ok(pages < CUSTOMERS / 4, `it touched ${pages} pages of Postgres`);
  });

  it('end after the last one, and are never larger than allowed', async () => {
    assert.deepEqual((await listCustomers(pool, { page: 1_000, perPage: 100 })).items, []);
    assert.equal((await listCustomers(pool, { perPage: 5_000 })).items.length, MAX_PAGE_SIZE);
    assert.equal((await listCustomers(pool, { page: -3 })).page, 1);
  });
});

/** Pages of 8 KiB that a statement may touch for one page of a list. The tables below have some 3,000. */
const MOST_PAGES = 700;
const ORDERS = 60_000;
const BUYER = id('buyer', 1);
const FIRST_DAY = '2031-01-01';
const LAST_DAY = '2033-09-26';

describe('a list of a long history', async () => {
  const { pool, project, makeIndexes } = await openReadModels();
  // The story makes the tables; what follows is long, and of one kind.
  await project(wholeStory().events);
  await makeIndexes();
  const time = `'${FIRST_DAY}'::timestamptz + number * interval '1 day' / 60`;
  await pool.query(
    sql.typeAlias('void')`${plain(`
    insert into read.orders (order_id, number, customer_id, wallet_id, currency, subtotal, discount, conversion_fees, total, items,
        payment_status, fulfilment_status, may_deliver_in_part, placed_at, expires_at, reveals, position, paid_at, cancelled_at, refunded_at)
      select gen_random_uuid(), 'LONG-' || number, case when number % 10 = 0 then '${BUYER}' else gen_random_uuid() end, gen_random_uuid(),
        'USD', number, 0, 0, number, 1, case when number <= 600 then 'cancelled' else 'completed' end, case when number = 1 then 'cancelled' else 'completed' end, false, ${time}, ${time}, 1, 1000000 + number,
        ${time}, case when number % 20 = 0 then ${time} end, case when number % 20 = 0 then ${time} end
      from generate_series(1, ${ORDERS}) number`)}`,
  );
  await pool.query(
    sql.typeAlias('void')`${plain(`
    insert into read.code_reveals (position, id, order_id, customer_id, order_number, time, actor_kind, codes)
      select position, gen_random_uuid(), order_id, customer_id, number, placed_at, 'customer', 1 from read.orders where number like 'LONG-%'`)}`,
  );
  await pool.query(
    sql.typeAlias('void')`${plain(`
    insert into read.ledger_entries (position, amount, balance, time, account_id, line, value_date, document_id, event_type, document_kind)
      select position, 1, 1, placed_at, (select id from read.ledger_accounts where account = 'assets:bank:USD'), 1, placed_at::date, order_id,
        'WalletDebited', 'order' from read.orders where number like 'LONG-%'`)}`,
  );
  await pool.query(
    sql.typeAlias('void')`${plain(`
    insert into read.audit_days select placed_at::date, min(position), max(position) from read.orders where number like 'LONG-%' group by 1`)}`,
  );
  await pool.query(
    sql.typeAlias('void')`${plain(`
    insert into read.transactions (wallet_id, id, customer_id, document_id, position, created_at, amount, conversion_fee, reference, currency,
        type, status, document_kind, document_number)
      select wallet_id, gen_random_uuid(), '${BUYER}', order_id, position, placed_at, -1, 0, number, 'USD',
        case when position = ${1_000_000 + ORDERS / 2} then 'refund' else 'payment' end, 'completed', 'order', number
      from read.orders where number like 'LONG-%'`)}`,
  );
  await pool.query(
    sql.typeAlias('void')`${plain(`
    insert into read.audit_events (position, revision, time, event_id, category, object_id, type, actor_kind, actor_id, command_id,
        correlation_id, causation_id, hash, data)
      select position, 0, placed_at, order_id, 'wallet', '${BUYER}', 'WalletDebited', 'customer', '${BUYER}', '', '', '', '',
        '{"a":"' || repeat('x', 700) || '"}'
      from read.orders where number like 'LONG-%'`)}`,
  );
  await pool.query(
    sql.typeAlias('void')`${plain(`
    insert into read.invoices (invoice_id, order_id, customer_id, kind, year, sequence, number, issued_at, currency, amount, position)
      select order_id, order_id, customer_id, 'invoice', 2031, position - 1000000, 'INV-2031-' || position, placed_at, 'USD', 1, position
      from read.orders where number like 'LONG-%'`)}`,
  );
  await pool.query(sql.typeAlias('void')`
    insert into read.tallies (subject, scope, type, status, count) values ('transaction', ${`customer:${BUYER}`}, 'refund', 'completed', 1)`);
  await pool.query(sql.typeAlias('void')`${plain('vacuum analyze')}`);

  it('is counted up to a limit, says so, and ends there', async () => {
    assert.deepEqual(await countRows(pool, sql.fragment`generate_series(1, ${MOST_COUNTED})`), { total: MOST_COUNTED });
    const request = { from: FIRST_DAY, to: LAST_DAY, zone: 'Asia/Kolkata', perPage: 100, sortOrder: 'asc' } as const;
    const last = await listOrders(pool, { ...request, page: MOST_COUNTED / 100 });
    assert.deepEqual([last.total, last.isAtLeast, last.lastPage], [MOST_COUNTED, true, MOST_COUNTED / 100]);
    assert.deepEqual([last.items[0]?.number, last.items.at(-1)?.number], ['LONG-9901', `LONG-${MOST_COUNTED}`]);
    assert.deepEqual((await listOrders(pool, { ...request, page: MOST_COUNTED / 100 + 1 })).items, []);
    const whole = await listOrders(pool, { customerId: BUYER });
    assert.deepEqual(
      [whole.total, whole.isAtLeast],
      [0, undefined],
      'a tally knows what it counted, not what was put beside it',
    );
  });

  const month = { from: '2031-03-01', to: '2031-03-31' };
  const lists: Readonly<Record<string, (database: Database) => Promise<unknown>>> = {
    'orders by time': (database) => listOrders(database, {}),
    'orders that a search finds none of': (database) => listOrders(database, { search: 'nobody of this name' }),
    'orders by the beginning of all numbers': (database) => listOrders(database, { search: 'LONG-' }),
    'the order of an invoice': async (database) => {
      assert.equal((await listOrders(database, { search: 'INV-2031-1000001' })).total, 1);
    },
    'what is owed back to a customer of many orders, of which many were refunded': (database) =>
      listUnrefunded(database, BUYER, 5),
    'orders of a month of another zone': (database) => listOrders(database, { ...month, zone: 'Asia/Kolkata' }),
    'the one refund by amount': (database) => listTransactions(database, { type: 'refund', sortBy: 'amount' }),
    'the undelivered orders by amount': (database) =>
      listOrders(database, { fulfilmentStatus: 'cancelled', sortBy: 'total' }),
    'the one refund of a customer of many payments': async (database) => {
      const { items, total } = await listOwnTransactions(database, BUYER, { type: 'refund' });
      assert.deepEqual([items.length, total], [1, 1]);
    },
    'the looks at codes of a customer who has many': (database) => listOwnReveals(database, BUYER, {}),
    'their looks at one order': async (database) => {
      assert.equal((await listOwnReveals(database, BUYER, { orderNumber: 'long-59990' })).total, 1);
    },
    'their looks at an order that there is not': (database) =>
      listOwnReveals(database, BUYER, { orderNumber: 'LONG-0' }),
    'their looks in a month': (database) => listOwnReveals(database, BUYER, month),
    'a chunk of their export': (database) => exportOwnReveals(database, BUYER, { before: 1_030_000n, limit: 100 }),
    'how many events a wallet has': async (database) => {
      const { isAtLeast } = await countAuditEvents(database, { category: 'wallet', objectId: BUYER });
      assert.equal(isAtLeast, true);
    },
    'the statement of the bank of a month long ago': (database) =>
      accountStatement(database, { account: 'assets:bank:USD', currency: 'USD', ...month }),
    'the statement of the bank as of a day long ago': (database) =>
      accountStatement(database, { account: 'assets:bank:USD', currency: 'USD', at: month.to }),
  };
  for (const [name, read] of Object.entries(lists)) {
    it(`reads a page and not the table: ${name}`, async () => {
      const pages = await pagesTouched(pool, read);
      assert.ok(pages <= MOST_PAGES, `it touched ${pages} pages of Postgres`);
    });
  }

  it('reads rare statuses by amount from their index, with the plan that is kept for all values too', async () => {
    const rare = [
      { paymentStatus: ['cancelled'] },
      { fulfilmentStatus: ['cancelled'] },
      { fulfilmentStatus: 'cancelled' },
    ] as const;
    await pool.connect(async (connection) => {
      for (const mode of ['force_custom_plan', 'force_generic_plan']) {
        await connection.query(sql.typeAlias('void')`${plain(`set plan_cache_mode = ${mode}`)}`);
        for (const filter of rare) {
          const pages = await pagesTouched(connection, (database) =>
            listOrders(database, { ...filter, sortBy: 'total' }),
          );
          assert.ok(pages <= MOST_PAGES, `${JSON.stringify(filter)} touched ${pages} pages of Postgres, ${mode}`);
        }
      }
      await connection.query(sql.typeAlias('void')`reset plan_cache_mode`);
    });
  });
});
