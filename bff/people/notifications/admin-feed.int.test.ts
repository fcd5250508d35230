import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pagesTouched } from '#infra/proof/testing/pages-touched.ts';
import { openReadModels } from '#infra/proof/testing/read-models.ts';
import { plain, sql } from '#projections/kernel/sql.ts';
import { wholeStory } from '#projections/testing/story.ts';
import { listNotifications, readNews } from './admin-feed.ts';

const EVENTS = 40_000;
const TYPES = ['OrderPlaced', 'CustomerRegistered', 'DepositRequested', 'DepositProofUploaded', 'WithdrawalRequested'];
/** The bell has 500, each on a page of its own at worst. */
const MOST_PAGES = 1_000;

describe('the bell of the office after a long history', async () => {
  const { pool, project, makeIndexes } = await openReadModels();
  // The story makes the tables; what follows is long.
  await project(wholeStory().events);
  await makeIndexes();
  const nth = (places: string) => `('{${TYPES.join()}}'::text[])[1 + (${places}) % ${TYPES.length}]`;
  // Of ten events two ring, as in a store that sells.
  await pool.query(
    sql.typeAlias('void')`${plain(`
    insert into read.audit_events (position, revision, time, event_id, category, object_id, type, actor_kind, actor_id, command_id,
        correlation_id, causation_id, hash, data)
      select 1000000 + number, 0, '2031-01-01'::timestamptz + number * interval '1 minute', gen_random_uuid(), 'order', gen_random_uuid()::text,
        case when number % 10 < 2 then ${nth('number / 10 + number % 10')} else 'OrderPaid' end, 'customer', 'someone', '', '', '', '', '{"a":"' || repeat('x', 700) || '"}'
      from generate_series(1, ${EVENTS}) number`)}`,
  );
  await pool.query(sql.typeAlias('void')`${plain('vacuum analyze')}`);
  const reader = { administratorId: '7a3c0b6e-0d3f-4a51-9d0c-0f5f5a9c2d11', roles: ['owner'] } as const;

  it('reads no more than it has, for a page and for what it says of all', async () => {
    const list = await pagesTouched(pool, (database) =>
      listNotifications(database as never, reader, { page: 2, per_page: 15 }),
    );
    const news = await pagesTouched(pool, (database) => readNews(database as never, reader));
    assert.ok(Math.max(list, news) <= MOST_PAGES, `it touched ${list} and ${news} pages of Postgres`);
  });

  it('has the newest of all kinds, and says the same after its last page', async () => {
    const first = await listNotifications(pool, reader, { page: 1, per_page: 100 });
    const times = first.data.map(({ created_at: time }) => time);
    assert.deepEqual(times, [...times].sort().reverse());
    assert.equal(times[0], new Date(Date.UTC(2031, 0, 1, 0, EVENTS)).toISOString());
    assert.equal(new Set(first.data.map(({ type }) => type)).size, TYPES.length);
    const after = await listNotifications(pool, reader, { page: 9, per_page: 100 });
    const counts = ({ meta: { total, unread_count } }: typeof after) => ({ total, unread: unread_count });
    assert.deepEqual([after.data, counts(after)], [[], { total: 500, unread: 500 }]);
    assert.deepEqual(counts(first), counts(after));
  });
});
