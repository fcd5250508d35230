import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { z } from 'zod';
import { manageDataKeys } from '#infra/adapters/crypto/data-keys.ts';
import { installationKey } from '#infra/adapters/crypto/installation-key.ts';
import { createJobs } from '#infra/adapters/jobs/jobs.ts';
import { createLogger } from '#infra/adapters/logger/logger.ts';
import { createTestDatabase } from '#infra/proof/testing/database.ts';
import { type DatabaseRole, roleName, setUpRoles } from './roles.ts';

const ROLES: DatabaseRole[] = [
  'web',
  'jobs',
  'tools',
  'processes',
  'projections',
  'finance',
  'notary',
  'backup',
  'events',
];
const DENIED = '42501';

describe('the roles of the parts', async () => {
  const database = await createTestDatabase();
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  // From an earlier version, which ran everything as the owner.
  await owner.query(
    'create schema read; create table read.checkpoint (position bigint); insert into read.checkpoint values (7)',
  );
  await owner.query('create schema eventstore; create table eventstore.event (position bigint)');
  await owner.end();
  const passwords = Object.fromEntries(ROLES.map((role) => [role, `${role}-of-tests`]));
  await setUpRoles(database.url, passwords);
  await setUpRoles(database.url, passwords);
  after(() => database.drop());

  const urlOf = (role: DatabaseRole) =>
    new URL(database.url.replace(/^postgresql:\/\/[^@]*@/, `postgresql://${roleName(role)}@`)).href;

  async function as<T>(
    role: DatabaseRole,
    work: (run: (sql: string) => Promise<pg.QueryResult>) => Promise<T>,
  ): Promise<T> {
    const client = new pg.Client({ connectionString: urlOf(role) });
    await client.connect();
    try {
      return await work((sql) => client.query(sql));
    } finally {
      await client.end();
    }
  }
  const may = (role: DatabaseRole, sql: string) => as(role, (run) => run(sql));
  const mayNot = (role: DatabaseRole, sql: string) =>
    assert.rejects(may(role, sql), (error: pg.DatabaseError) => error.code === DENIED, `${role}: ${sql}`);

  it('are no superusers, and own nothing but what they make', async () => {
    const owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    const { rows: roles } = await owner.query(
      `select rolname from pg_roles where rolname = any($1) and (rolsuper or rolcreaterole or rolcreatedb or rolbypassrls)`,
      [ROLES.map(roleName)],
    );
    const { rows: owned } = await owner.query(
      `select distinct schemaname, tableowner from pg_tables where tableowner = any($1) order by 1`,
      [ROLES.map(roleName)],
    );
    await owner.end();
    assert.deepEqual(roles, []);
    assert.deepEqual(owned, [
      { schemaname: 'eventstore', tableowner: 'giftledger_events' },
      { schemaname: 'read', tableowner: 'giftledger_projections' },
    ]);
  });

  it('that are not the web open no account: they make no session, key or second factor, and end them', async () => {
    for (const role of ['jobs', 'tools'] as const) {
      for (const table of ['session', 'refresh_token', 'administrator_session', 'passkey', 'mfa_factor', 'api_key']) {
        await mayNot(role, `insert into app.${table} default values`);
        await may(role, `delete from app.${table}`);
      }
      await mayNot(role, 'update app.refresh_token set token_hash = token_hash');
      await mayNot(role, 'update app.api_key set key_hash = key_hash');
      await mayNot(role, 'update app.administrator_session set expires_at = expires_at');
      await may(role, 'update app.administrator_session set ended_at = now()');
      await may(role, 'update app.api_key set revoked_at = now()');
    }
    await may('web', 'update app.api_key set key_hash = key_hash');
  });

  it('that serve people read and write accounts, and only read the read models', async () => {
    for (const role of ['web', 'jobs', 'tools'] as const) {
      await may(role, 'select 1 from app.account; update app.account set name = name; delete from app.cart_item');
      assert.deepEqual((await may(role, 'select position from read.checkpoint')).rows, [{ position: '7' }]);
      await mayNot(role, 'update read.checkpoint set position = 8');
      await mayNot(role, 'create table app.own (id int)');
      await mayNot(role, 'create table public.own (id int)');
      await mayNot(role, 'create schema own');
      await mayNot(role, 'truncate app.account');
      await mayNot(role, 'alter table app.account add column own int');
      await mayNot(role, 'update public.schema_migration set sha256 = name');
      await may(role, 'select 1 from bullmq.job limit 1');
    }
  });

  it('that serve people queue jobs, with an id and without one', async () => {
    const kind = { name: 'greeting', schema: z.object({ name: z.string() }) };
    for (const role of ['web', 'jobs', 'tools'] as const) {
      const jobs = createJobs({
        databaseUrl: urlOf(role),
        logger: createLogger({ part: 'test', level: 'error' }),
      });
      await jobs.add(kind, { name: role }, { id: role });
      await jobs.add(kind, { name: role });
      await jobs.close();
    }
    assert.equal((await may('web', "select 1 from bullmq.job where queue = 'greeting'")).rowCount, 6);
  });

  it('change and remove no record but an old one, and reach no event', async () => {
    await may('jobs', 'delete from app.security_event');
    for (const role of ['web', 'jobs', 'tools', 'processes'] as const) {
      await mayNot(role, 'delete from app.stock_request_line');
      await mayNot(role, 'delete from app.installation_key');
      await mayNot(role, 'update app.security_event set times = 2');
      if (role !== 'jobs') await mayNot(role, 'delete from app.security_event');
      await mayNot(role, 'select 1 from eventstore.event');
      await mayNot(role, 'insert into eventstore.event values (1)');
    }
  });

  it('of the tools puts a leaked data key out of use: what lies under it is sealed again, records that nobody changes included', async () => {
    const first = { current: { id: 1, key: randomBytes(32) }, retired: [] };
    const both = { current: { id: 2, key: randomBytes(32) }, retired: [first.current] };
    const webPool = new pg.Pool({ connectionString: urlOf('web') });
    const toolsPool = new pg.Pool({ connectionString: urlOf('tools') });
    try {
      const before = await installationKey(webPool, first, 'of-tests');
      const { resealed, left } = await manageDataKeys(toolsPool, both).reseal(() => {});
      assert.deepEqual([resealed > 0, left], [true, []]);
      const alone = { current: both.current, retired: [] };
      assert.deepEqual(await installationKey(webPool, alone, 'of-tests'), before);
      assert.deepEqual(await manageDataKeys(toolsPool, alone).status(), [
        { id: 2, state: 'current', values: resealed },
      ]);
    } finally {
      await Promise.all([webPool.end(), toolsPool.end()]);
    }
    await mayNot('tools', "update app.installation_key set name = 'other'");
    for (const role of ['web', 'jobs'] as const)
      await mayNot(role, "update app.installation_key set key_sealed = '\\x00'");
  });

  it('of the processes give out stock, and see no account', async () => {
    await may('processes', 'select 1 from app.stock_request; update app.gift_code set order_id = order_id');
    for (const table of ['account', 'company', 'banking_detail', 'customer_key', 'session', 'administrator']) {
      await mayNot('processes', `select 1 from app.${table}`);
    }
    await mayNot('processes', 'select 1 from read.checkpoint');
    await mayNot('processes', 'delete from app.gift_code');
    for (const change of ['delete from app.allocation', 'update app.allocation set order_id = order_id'])
      for (const role of ['processes', 'web', 'jobs'] as const) await mayNot(role, change);
    for (const role of ['processes', 'web', 'jobs'] as const) await may(role, 'select from public.schema_migration');
  });

  it('of the projections make read models that others read, and see nothing else', async () => {
    await may(
      'projections',
      `drop schema read cascade; create schema read; create table read.checkpoint as select 8::bigint as position`,
    );
    assert.deepEqual((await may('web', 'select position from read.checkpoint')).rows, [{ position: '8' }]);
    await mayNot('web', 'drop table read.checkpoint');
    await mayNot('projections', 'select 1 from app.account');
    await mayNot('projections', 'select 1 from app.gift_code');
    await mayNot('projections', 'select 1 from eventstore.event');
    await may('projections', "select set_config('log_min_error_statement', 'panic', false)");
  });

  it('of finance sees whether the shelves are right and what leads to papers, and nothing else', async () => {
    for (const view of ['wrong_shelf', 'payout_transfer', 'bank_line_place', 'process_checkpoint'])
      await may('finance', `select 1 from app.${view}`);
    for (const table of ['product_variant', 'gift_code', 'account', 'payout_batch', 'bank_line'])
      await mayNot('finance', `select 1 from app.${table}`);
    await mayNot('finance', 'select 1 from read.checkpoint');
  });

  it('of the notary adds to its book, which others read and nobody changes', async () => {
    const leaf = "insert into notary.leaf (index, entry) values (0, sha256('leaf'))";
    await may('notary', leaf);
    await may('notary', "insert into notary.refusal (problem) values ('of a test')");
    for (const role of ['web', 'jobs', 'finance'] as const) {
      await may(role, 'select 1 from notary.leaf');
      await mayNot(role, leaf);
    }
    for (const role of ROLES) {
      await mayNot(role, "update notary.leaf set entry = sha256('other')");
      await mayNot(role, 'delete from notary.checkpoint');
      await mayNot(role, 'truncate notary.leaf');
    }
    for (const role of ['processes', 'projections', 'tools', 'events'] as const)
      await mayNot(role, 'select 1 from notary.leaf');
    for (const table of ['account', 'gift_code', 'security_event'])
      await mayNot('notary', `select 1 from app.${table}`);
  });

  it('of the backup reads what the log cannot make again, and writes how its runs ended alone', async () => {
    for (const table of ['app.account', 'app.gift_code', 'notary.leaf', 'bullmq.job', 'public.schema_migration'])
      await may('backup', `select 1 from ${table}`);
    const noted = "app.backup_run (place, problem) values ('/backup', 'The disk is full.')";
    await may('backup', `insert into ${noted} on conflict (place) do update set problem = excluded.problem`);
    await mayNot('backup', 'delete from app.backup_run');
    for (const role of ['web', 'jobs', 'tools'] as const) await mayNot(role, `insert into ${noted}`);
    await mayNot('backup', 'delete from app.account');
    await mayNot('backup', 'update app.gift_code set last_four = null');
    await mayNot('backup', "select nextval('app.support_ticket_number')");
    await mayNot('backup', 'select 1 from eventstore.event');
  });

  it('of the event store has its own tables, and no others', async () => {
    await may('events', 'insert into eventstore.event values (1)');
    await mayNot('events', 'select 1 from app.account');
    await mayNot('events', 'select 1 from read.checkpoint');
  });

  it('reach no other database', async () => {
    const other = await createTestDatabase();
    await setUpRoles(other.url, { processes: '1', web: '1', jobs: '1', tools: '1', finance: '1' });
    const url = other.url.replace(/^postgresql:\/\/[^@]*@/, `postgresql://${roleName('projections')}@`);
    const client = new pg.Client({ connectionString: url });
    await assert.rejects(client.connect(), (error: pg.DatabaseError) => error.code === DENIED, randomUUID());
    await other.drop();
  });
});
