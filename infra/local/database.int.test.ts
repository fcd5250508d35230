import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import pg from 'pg';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { startLocalDatabase } from './database.ts';
import { freePort } from './ports.ts';
import { loadLocalSecrets } from './secrets.ts';

it('a start waits for a Postgres that answers before it has recovered, as after a restore to a moment', async (test) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'recovery-'));
  test.after(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
  const [secrets, port] = [await loadLocalSecrets(dataDir), await freePort()];
  const data = path.join(dataDir, 'postgres/data');
  const start = () => startLocalDatabase(dataDir, secrets, port);
  const { url, postgres } = await start();
  await postgres.stop();
  await appendFile(path.join(data, 'postgresql.conf'), '\nwal_level = replica\n');
  await (await start()).postgres.stop();

  await writeFile(path.join(data, 'standby.signal'), '', { flush: true });
  let isStarted = false;
  const starting = start().finally(() => {
    isStarted = true;
  });
  starting.catch(() => undefined);
  const client = await eventually(async () => {
    assert.equal(isStarted, false);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return client;
  });
  const waiting = "select from pg_stat_activity where query like 'select pg_is_in_recovery()%'";
  await eventually(async () => assert.ok((await client.query(waiting)).rowCount));
  assert.equal(isStarted, false);
  await client.query('select pg_promote()');
  await client.end();
  const started = await starting;
  const writer = new pg.Client({ connectionString: started.url });
  await writer.connect();
  await writer.query('create table written (id int)');
  await writer.end();
  await started.postgres.stop();
});
