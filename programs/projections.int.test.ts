import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { silentLogger } from '#core/kernel/logger.ts';
import { eventually, PATIENCE_MS } from '#core/kernel/testing/eventually.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { createDatabasePool } from '#infra/adapters/postgres/pool.ts';
import { startTestStack } from '#infra/proof/testing/stack.ts';
import { startPart } from '#infra/proof/testing/start-part.ts';
import { freshness, waitForPosition } from '#projections/kernel/freshness.ts';
import { projections, READ_MODEL_VERSION } from '#projections/projections.ts';
import { rebuildAndCompare } from '#projections/rebuild/rebuild.ts';
import { wholeStory } from '#projections/testing/story.ts';

describe('the process that projects', async () => {
  const stack = await startTestStack();
  const client = createEventStoreClient(stack.eventstoreUrl);
  const pool = await createDatabasePool(stack.databaseUrl, { maxConnections: 2 });
  after(async () => {
    await pool.end();
    await client.dispose();
    await stack.stop();
  });

  const dir = await mkdtemp(path.join(tmpdir(), 'projections-'));
  const alive = path.join(dir, 'alive');
  after(() => rm(dir, { recursive: true }));
  const start = () =>
    startPart(path.join(import.meta.dirname, 'projections.ts'), stack, { options: ['--heartbeat', alive] });

  it('says when it is ready, loses and repeats nothing when it is killed, and ends on SIGTERM', async () => {
    const log = wholeStory();
    const store = createEventStoreDb(client);
    const KILLS = 3;
    let appended = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const child = start();
      const [message] = await once(child, 'message');
      assert.deepEqual(message, { ready: true });
      const to = Math.floor((log.events.length * kill) / (KILLS + 1));
      const appending = log.appendTo(store, appended, to);
      appended = to;
      // In the middle of the log: as soon as the first of these events is projected.
      const { position: from } = (await freshness(pool)) ?? { position: -1n };
      await waitForPosition(pool, from + 1n, PATIENCE_MS);
      child.kill('SIGKILL');
      await once(child, 'exit');
      await appending;
    }

    const last = start();
    const position = await log.appendTo(store, appended);
    assert.equal(await waitForPosition(pool, position, PATIENCE_MS), true);
    assert.equal((await freshness(pool))?.events, BigInt(log.events.length));
    const { differences } = await rebuildAndCompare({
      databaseUrl: stack.databaseUrl,
      store,
      projections,
      version: READ_MODEL_VERSION,
      logger: silentLogger,
      signal: AbortSignal.timeout(PATIENCE_MS),
      isDryRun: true,
    });
    assert.deepEqual(differences, []);
    await eventually(() => assert.ok(existsSync(alive), 'a health check sees that it is at work'));

    last.kill('SIGTERM');
    assert.deepEqual(await once(last, 'exit'), [0, null]);
  });

  it('is ready while it makes the indexes of a long log, which takes minutes', async () => {
    const owner = new pg.Client({ connectionString: stack.databaseUrl });
    await owner.connect();
    const isIndexed = async () =>
      (await owner.query<{ indexed: boolean }>('select indexed from read.checkpoint')).rows[0]?.indexed;
    await owner.query(`do $$ declare one record; begin
      for one in select indexrelid::regclass as index from pg_index join pg_class on pg_class.oid = indrelid
        where relnamespace = 'read'::regnamespace and not indisprimary
      loop execute format('drop index %s', one.index); end loop;
    end $$; update read.checkpoint set indexed = false, caught_up_at = null`);
    // Indexes wait for it.
    await owner.query('begin; lock table read.orders in row exclusive mode');
    const child = start();
    assert.deepEqual(await once(child, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) }), [
      { ready: true },
      undefined,
    ]);
    assert.equal(await isIndexed(), false);
    await owner.query('commit');
    await eventually(async () => assert.equal(await isIndexed(), true));
    await owner.end();
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });
});
