import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import { EVENT_VERSIONS } from '#core/aggregates/events.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { testClusterUrl } from '#infra/proof/testing/cluster.ts';
import { createTestDatabase, type TestDatabase } from '#infra/proof/testing/database.ts';
import { migrateJobs } from './jobs-schema.ts';
import { migrate } from './migrate.ts';
import { TooOldDataError } from './releases.ts';
import { readBaseline, readMigrations, readRules } from './schema-files.ts';

describe('migrate', () => {
  let database: TestDatabase;
  let dir: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    dir = await mkdtemp(path.join(tmpdir(), 'migrations-'));
    // As if the folder of the test had been all.
    await query('truncate public.schema_migration');
  });
  afterEach(async () => {
    await database.drop();
    await rm(dir, { recursive: true });
  });
  const query = (text: string) => run(database.url, text);
  /** For `app.t`. */
  const untilSomebodyWaits = () =>
    eventually(async () => {
      const { rows } = await query("select 1 from pg_locks where relation = 'app.t'::regclass and not granted");
      assert.equal(rows.length, 1);
    });
  const file = (name: string, sql: string) => writeFile(path.join(dir, name), sql);

  it('applies each file once, in order, even when processes race', async () => {
    await file('9001_first.sql', 'create table t (id int)');
    await file('9002_second.sql', 'insert into t values (1)');
    const runs = await Promise.all([
      migrate(database.url, { dir }),
      migrate(database.url, { dir }),
      migrate(database.url, { dir }),
    ]);
    assert.deepEqual(runs.flat(), ['9001_first.sql', '9002_second.sql']);
  });

  it('leaves nothing of a file that fails, and keeps what came before it', async () => {
    await file('9001_first.sql', 'create table t (id int)');
    await file('9002_broken.sql', 'insert into t values (1); insert into nowhere values (1)');
    await assert.rejects(migrate(database.url, { dir }), /9002_broken\.sql failed: relation "nowhere" does not exist/);
    const { rows } = await query('select count(*)::int as count from t');
    assert.deepEqual(rows, [{ count: 0 }]);
  });

  it('refuses a file that was changed after it had been applied', async () => {
    await file('9001_first.sql', 'create table t (id int)');
    await migrate(database.url, { dir });
    await file('9001_first.sql', 'create table t (id bigint)');
    await assert.rejects(migrate(database.url, { dir }), /9001_first\.sql was changed/);
  });

  it('refuses what a newer version left: its migrations, and its events, though none may be written yet', async () => {
    await file('9001_first.sql', 'create table t (id int)');
    await file('9002_newer.sql', 'create table u (id int)');
    const eventVersions = { OrderPaid: 1, OrderShipped: 1 };
    await query('truncate public.event_version');
    await migrate(database.url, { dir, eventVersions });
    assert.deepEqual(await migrate(database.url, { dir, eventVersions }), []);

    for (const [older, what] of [
      [{ OrderPaid: 1 }, /its events OrderShipped in version 1\. This version could not serve it/],
      [{ OrderPaid: 0, OrderShipped: 1 }, /its events OrderPaid in version 1/],
    ] as const) {
      await assert.rejects(migrate(database.url, { dir, eventVersions: older }), what);
    }
    await migrate(database.url, { dir, eventVersions: { OrderPaid: 2, OrderShipped: 1 } });
    await assert.rejects(migrate(database.url, { dir, eventVersions }), /OrderPaid in version 2/);
    await rm(path.join(dir, '9002_newer.sql'));
    await assert.rejects(migrate(database.url, { dir, eventVersions }), /its migrations 9002_newer\.sql/);
  });

  it('refuses data that a hard stop was left out for, says what to start, and changes nothing', async () => {
    const releases = [
      { version: '8.0.0', lastMigration: '9001_first.sql', mustRun: false },
      { version: '9.0.0', lastMigration: '9002_second.sql', mustRun: true },
    ];
    await file('9001_first.sql', 'create table t (id int)');
    await migrate(database.url, { dir, releases });
    await file('9002_second.sql', 'create table u (id int)');
    await file('9003_third.sql', 'create table v (id int)');
    await assert.rejects(migrate(database.url, { dir, releases }), (error) => {
      assert.ok(error instanceof TooOldDataError);
      assert.match(error.message, /before 9\.0\.0.*Nothing was changed\. Start 9\.0\.0 first \(git checkout v9\.0\.0/);
      return true;
    });
    assert.deepEqual((await query("select to_regclass('u') as u")).rows, [{ u: null }]);
    // As 9.0.0 leaves it.
    assert.deepEqual(await migrate(database.url, { dir, releases: [] }), ['9002_second.sql', '9003_third.sql']);
    assert.deepEqual(await migrate(database.url, { dir, releases }), []);
  });

  it('goes on with a new database whose first migrations were killed', async () => {
    const releases = [{ version: '9.0.0', lastMigration: '9002_second.sql', mustRun: true }];
    await query('drop schema bullmq cascade');
    await file('9001_first.sql', 'create table t (id int)');
    await migrate(database.url, { dir, releases });
    await file('9002_second.sql', 'create table u (id int)');
    assert.deepEqual(await migrate(database.url, { dir, releases }), ['9002_second.sql']);
  });

  it('keeps what BullMQ tells of each job out of the log of Postgres, in a store of a version before, too', async () => {
    const kept = "select relpersistence as kept from pg_class where oid = 'bullmq.event'::regclass";
    assert.deepEqual((await query(kept)).rows, [{ kept: 'u' }]);
    await query('alter table bullmq.event set logged');
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await migrateJobs(client);
    await client.end();
    assert.deepEqual((await query(kept)).rows, [{ kept: 'u' }]);
  });

  it('notes the events that this version writes', async () => {
    const { rows } = await query("select version from public.event_version where type = 'WithdrawalRejected'");
    assert.deepEqual(rows, [{ version: EVENT_VERSIONS.WithdrawalRejected }]);
  });

  it('builds an index while others read and write, though processes race, and again after one that was ended', async () => {
    await file('9001_first.sql', 'create table app.t (id int); insert into app.t values (1), (1)');
    const build = '-- outside a transaction\ncreate unique index concurrently t_id on app.t (id)';
    await file('9002_index.sql', build);
    await assert.rejects(migrate(database.url, { dir }), /9002_index\.sql failed: could not create unique index/);
    const isValid = async () =>
      (await query("select indisvalid from pg_index where indexrelid = 'app.t_id'::regclass")).rows;
    assert.deepEqual(await isValid(), [{ indisvalid: false }]);
    await query('delete from app.t where ctid = (select min(ctid) from app.t)');
    const runs = await Promise.all([migrate(database.url, { dir }), migrate(database.url, { dir })]);
    assert.deepEqual(runs.flat(), ['9002_index.sql']);
    assert.deepEqual(await isValid(), [{ indisvalid: true }]);
  });

  it('changes rows in batches until none is left', async () => {
    await file('9001_first.sql', 'create table app.t (id int, n int); insert into app.t select generate_series(1, 25)');
    const batch = '-- in batches\nupdate app.t set n = id where id in (select id from app.t where n is null limit 10)';
    await file('9002_fill.sql', batch);
    await migrate(database.url, { dir });
    const { rows } = await query(
      'select count(*)::int, count(distinct xmin::text)::int as batches from app.t where n = id',
    );
    assert.deepEqual(rows, [{ count: 25, batches: 3 }]);
  });

  it('gives way where a table is in use: others go on, and it comes after them', async () => {
    await file('9001_first.sql', 'create table app.t (id int)');
    await migrate(database.url, { dir });
    await file('9002_column.sql', 'alter table app.t add column n int');
    const reader = new pg.Client(database.url);
    await reader.connect();
    await reader.query('begin; select * from app.t');
    const migrating = migrate(database.url, { dir });
    // Behind the waiting migration, until that gives up.
    await untilSomebodyWaits();
    await query('select * from app.t');
    await reader.query('commit');
    await reader.end();
    assert.deepEqual(await migrating, ['9002_column.sql']);
  });

  it('gives way to one that waits for it in turn', async () => {
    await file('9001_first.sql', 'create table app.t (id int); create table app.u (id int)');
    await migrate(database.url, { dir });
    await file('9002_columns.sql', 'alter table app.u add column n int; alter table app.t add column n int');
    const other = new pg.Client(database.url);
    await other.connect();
    // Postgres then ends the wait of the migration, not of this one.
    await other.query("set deadlock_timeout = '1h'; begin; lock table app.t");
    const migrating = migrate(database.url, { dir });
    await untilSomebodyWaits();
    await other.query('lock table app.u; commit');
    await other.end();
    assert.deepEqual(await migrating, ['9002_columns.sql']);
  });

  it('refuses two files of one number', async () => {
    await file('9001_first.sql', 'select 1');
    await file('9001_other.sql', 'select 1');
    await assert.rejects(migrate(database.url, { dir }), /same number/);
  });
});

describe('a database of the store', () => {
  const later = async () => (await readMigrations()).map(({ name }) => name);
  const migrationsOf = async (url: string) =>
    (await run(url, 'select name from public.schema_migration order by name')).rows.map(({ name }) => name);
  const functionsOf = (url: string) =>
    run(url, "select proname, prosrc from pg_proc where pronamespace::regnamespace::text = 'app' order by 1");

  it('that is empty gets the tables of the last baseline, then what came after them', async () => {
    await inEmptyDatabase(async (url) => {
      const { release, migrations } = await readBaseline();
      const runs = await Promise.all([migrate(url), migrate(url)]);
      assert.deepEqual(runs.flat(), [`the tables of release ${release}`, ...(await later())]);
      assert.deepEqual(await migrationsOf(url), [...migrations.map(({ name }) => name), ...(await later())]);
      assert.deepEqual(await migrate(url), []);
    });
  });

  it('that a release migrated up to the baseline is taken over as it is, and gets the functions of now', async () => {
    await inEmptyDatabase(async (url) => {
      await migrate(url, { only: [] });
      const before = await migrationsOf(url);
      assert.deepEqual(await migrate(url), await later());
      assert.deepEqual(await migrationsOf(url), [...before, ...(await later())]);
      const { rows } = await run(url, 'select name, sha256 from public.schema_rule order by name');
      assert.deepEqual(
        rows,
        (await readRules()).map(({ name, sha256 }) => ({ name, sha256 })),
      );
    });
  });

  it('that is older is refused with what to do, and not changed', async () => {
    const { url, drop } = await createTestDatabase();
    await run(url, "delete from public.schema_migration where name ~ '^0230'; drop function app.count_attempt");
    const before = await migrationsOf(url);
    await assert.rejects(migrate(url), /before 0\.2\.0, .* Nothing was changed\. Start 0\.2\.0 first/);
    assert.deepEqual(await migrationsOf(url), before);
    assert.ok((await functionsOf(url)).rows.every(({ proname }) => proname !== 'count_attempt'));
    await drop();
  });

  it('gets a function again when its file changed, or it is missing', async () => {
    const { url, drop } = await createTestDatabase();
    const { rows } = await functionsOf(url);
    await run(
      url,
      `create or replace function app.store_has_text(pattern text) returns boolean language sql as 'select true';
        drop function app.count_attempt;
        insert into public.schema_rule values ('catalogue.sql', 'of another version', clock_timestamp())`,
    );
    assert.deepEqual(await migrate(url), []);
    assert.deepEqual((await functionsOf(url)).rows, rows);
    await drop();
  });
});

/** Its owner is no superuser, as in production. */
async function inEmptyDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const owner = `owner_${randomBytes(4).toString('hex')}`;
  const server = testClusterUrl('postgres');
  await run(server, `create role ${owner} login createrole`);
  await run(server, `create database ${owner} owner ${owner}`);
  try {
    await work(testClusterUrl(owner).replace('//giftledger@', `//${owner}@`));
  } finally {
    await run(server, `drop database ${owner} with (force)`);
    await run(server, `drop role ${owner}`);
  }
}

async function run(url: string, text: string) {
  const client = new pg.Client(url);
  await client.connect();
  return client.query(text).finally(() => client.end());
}
