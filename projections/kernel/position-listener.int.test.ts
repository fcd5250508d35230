import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import { eventually, PATIENCE_MS } from '#core/kernel/testing/eventually.ts';
import { createDatabasePool, createPgPool, type DatabasePool } from '#infra/adapters/postgres/pool.ts';
import { createTestDatabase } from '#infra/proof/testing/database.ts';
import { project } from '#infra/proof/testing/read-models.ts';
import { wholeStory } from '#projections/testing/story.ts';
import { waitForPosition } from './freshness.ts';
import { listenToPosition } from './position-listener.ts';

describe('listening to the position of the read models', async () => {
  let database: DatabasePool;
  let stopping: AbortController;
  let listening: Promise<void>;
  let plain: ReturnType<typeof createPgPool>;
  const test = await createTestDatabase();
  after(() => test.drop());
  beforeEach(async () => {
    database = await createDatabasePool(test.url, { maxConnections: 2 });
    plain = createPgPool(test.url, { maxConnections: 2, applicationName: 'test', onIdleError: assert.ifError });
    stopping = new AbortController();
    listening = listenToPosition(test.url, database, stopping.signal);
    await eventually(async () => assert.equal((await listeners()).length, 1));
  });
  afterEach(async () => {
    stopping.abort();
    await listening;
    await Promise.all([database.end(), plain.end()]);
  });

  async function listeners(): Promise<number[]> {
    const { rows } = await plain.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database()
        and application_name = 'giftledger-position-listener' and query like 'listen %' and state = 'idle'`,
    );
    return rows.map(({ pid }) => pid);
  }

  it('answers a writer as soon as the position is notified, without a read of any table', async () => {
    // Given a database whose read models were never built, so there is no position to read.
    const reached = waitForPosition(database, 7n, PATIENCE_MS);
    await plain.query(`select pg_notify('read_position', '7')`);
    assert.equal(await reached, true);
  });

  it('notifies of every batch that is projected', async () => {
    const log = wholeStory();
    const last = log.events.at(-1)?.position ?? 0n;
    const reached = waitForPosition(database, last, PATIENCE_MS);
    const notified: string[] = [];
    const client = await plain.connect();
    client.on('notification', ({ payload }) => notified.push(payload ?? ''));
    await client.query('listen read_position');
    await project(test.url, log.events);
    assert.equal(await reached, true);
    await eventually(async () => {
      await client.query('select 1');
      assert.equal(notified.at(-1), String(last));
    });
    client.release(true);
  });

  it('looks for itself while its connection is away, and listens again', async () => {
    // Given a connection that Postgres ended.
    const [pid] = await listeners();
    await plain.query('select pg_terminate_backend($1)', [pid]);
    // When the read models move on meanwhile.
    await plain.query('update read.checkpoint set position = position + 1000');
    const { rows } = await plain.query<{ position: bigint }>('select position from read.checkpoint');
    // Then a writer gets its answer all the same, and the next position is notified again.
    assert.equal(await waitForPosition(database, rows[0]?.position ?? 0n, PATIENCE_MS), true);
    await eventually(async () => assert.equal((await listeners()).length, 1));
  });
});
