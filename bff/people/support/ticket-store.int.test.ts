import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from '#bff/kit/tables/sql.ts';
import { pagesTouched } from '#infra/proof/testing/pages-touched.ts';
import { openReadModels } from '#infra/proof/testing/read-models.ts';
import { listTickets } from './ticket-store.ts';

const TICKETS = 5_000;
/** Pages of Postgres for one search. The tickets have 850, and their count reads them again. */
const MOST_PAGES = 300;

describe('a support ticket among many', async () => {
  const { pool } = await openReadModels();
  await pool.query(sql.void`
    insert into app.support_ticket (id, full_name, email, subject, message, created_at)
    select gen_random_uuid(), 'Ann Buyer ' || n, n || '@shop.example', 'My order ' || n * 7 || ' has no code', repeat('Please look. ', 100),
      now() - n * interval '1 minute'
    from generate_series(1, ${TICKETS}) as n`);
  await pool.query(sql.void`
    insert into app.support_ticket (id, number, full_name, email, subject, message, status, created_at)
    values (gen_random_uuid(), 'SUP-987654', 'Żaneta Żak-Nowak', 'zaneta@kiosk.example', '100% refund?', 'When?', 'closed', '2020-01-01')`);
  await pool.query(sql.void`analyze app.support_ticket`);

  for (const [asked, found] of [
    [{ search: 'sup-9876' }, 1],
    [{ search: '987654' }, 1],
    [{ search: 'żak' }, 1],
    [{ search: 'NETA@KIOSK' }, 1],
    [{ search: '100% ref' }, 1],
    [{ search: '100% ref', status: 'closed' }, 1],
    [{ search: '100% ref', status: 'open' }, 0],
    [{ search: '100_ ref' }, 0],
    [{ search: 'nobody wrote this' }, 0],
    [{ search: 'kiosk zaneta' }, 0],
  ] as const) {
    it(`is found without reading all: ${JSON.stringify(asked)}`, async () => {
      const query = { page: 1, per_page: 15, ...asked };
      const { data, meta } = await listTickets(pool, query);
      assert.deepEqual(
        data.map(({ number }) => number),
        Array.from({ length: found }, () => 'SUP-987654'),
      );
      assert.equal(meta.total, found);
      const pages = await pagesTouched(pool, (database) => listTickets(database as typeof pool, query));
      assert.ok(pages <= MOST_PAGES, `it touched ${pages} pages of Postgres`);
    });
  }
});
