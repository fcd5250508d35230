import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it, type TestContext } from 'node:test';
import pg from 'pg';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { startLocalDatabase } from './database.ts';
import { freePort } from './ports.ts';
import { liveServer } from './postgres/postmaster.ts';
import { loadLocalSecrets } from './secrets.ts';

/** A stopped Postgres that can recover from an archive. */
async function createStopped(test: TestContext) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'recovery-'));
  test.after(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
  const [secrets, port] = [await loadLocalSecrets(dataDir), await freePort()];
  const data = path.join(dataDir, 'postgres/data');
  const start = (signal?: AbortSignal) => startLocalDatabase(dataDir, secrets, port, signal);
  const { url, postgres } = await start();
  await postgres.stop();
  await appendFile(path.join(data, 'postgresql.conf'), '\nwal_level = replica\n');
  await (await start()).postgres.stop();
  return { data, url, start };
}

/** One that recovers, and answers nothing, for as long as `hold` is there. */
async function createRecovering(test: TestContext) {
  const stopped = await createStopped(test);
  const hold = path.join(stopped.data, 'hold');
  await writeFile(hold, '');
  await appendFile(
    path.join(stopped.data, 'postgresql.conf'),
    `restore_command = 'while test -e ${hold}; do sleep 0.1; done; false'\n`,
  );
  await writeFile(path.join(stopped.data, 'recovery.signal'), '');
  const untilItRecovers = () =>
    eventually(async () => {
      const status = (await readFile(path.join(stopped.data, 'postmaster.pid'), 'utf8')).split('\n')[7];
      assert.equal(status?.trim(), 'starting');
    });
  return { ...stopped, hold, untilItRecovers };
}

it('a start that is stopped while Postgres recovers ends it, and the next start recovers', async (test) => {
  const { data, hold, start, untilItRecovers } = await createRecovering(test);
  const stopping = new AbortController();
  const starting = start(stopping.signal);
  starting.catch(() => undefined);
  await untilItRecovers();

  stopping.abort();

  await assert.rejects(starting);
  assert.equal(await liveServer(data), undefined);
  await rm(hold);
  await (await start()).postgres.stop();
});

it('a start waits for a Postgres that outlived its owner and still recovers', async (test) => {
  const { hold, start, untilItRecovers } = await createRecovering(test);
  const ofItsOwner = start();
  await untilItRecovers();
  const now = Date.now.bind(Date);
  const clock = test.mock.method(Date, 'now', () => now() + 10_000 * clock.mock.callCount());
  const next = start();
  await Promise.race([next, eventually(() => assert.ok(clock.mock.callCount() > 20, 'more than three minutes'))]);
  clock.mock.restore();

  await rm(hold);

  const [{ postgres }] = await Promise.all([next, ofItsOwner]);
  assert.equal(postgres.adopted, true);
  await postgres.stop();
});

it('a start waits for a Postgres that answers before it has recovered, as after a restore to a moment', async (test) => {
  const { data, url, start } = await createStopped(test);
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
