import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { z } from 'zod';
import { READ_FROM_HEADER } from '#bff/contract/base/headers.ts';
import { SystemState } from '#bff/contract/office/admin-system.ts';
import { ReadinessAnswer } from '#bff/contract/office/health.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createDatabasePool, createPgPool, sql } from '#infra/adapters/postgres/pool.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { createCustomer } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from '#infra/proof/testing/replicated-postgres.ts';
import { startTestEventStore } from '#infra/proof/testing/test-event-store.ts';
import { PrimaryClient } from './primary.ts';
import { connectToStandby } from './standby.ts';

const systemOf = async (url: string): Promise<bigint> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select system_identifier::text as system from pg_control_system()');
  await client.end();
  return BigInt(rows[0].system);
};

/** A store whose lists are read from the standby. */
async function listsOf(postgres: ReplicatedPostgres): Promise<void> {
  const databaseUrl = `${postgres.url}?reads=standby`;
  const eventStore = await startTestEventStore(postgres.url);
  const filesDir = await mkdtemp(path.join(tmpdir(), 'giftledger-standby-'));
  const store = await startTestApp({ on: { databaseUrl, eventstoreUrl: eventStore.url, filesDir } });
  const [customer, administrator] = [await createCustomer(store), await createAdministrator(store)];
  const payload = { wallet_id: customer.wallets.EUR, amount: '12.34' };
  after(async () => {
    await store.stop();
    await eventStore.stop();
    await rm(filesDir, { recursive: true });
  });

  async function list(
    url = '/api/deposits?per_page=100',
    { headers } = customer as { headers: Record<string, string> },
  ) {
    const answer = await store.app.inject({ url, headers });
    assertStatus(answer, 200);
    const { data } = z.object({ data: z.array(z.object({ id: z.string() })) }).parse(answer.json());
    return { ids: data.map(({ id }) => id), from: answer.headers[READ_FROM_HEADER] };
  }
  const fromStandby = (url?: string, who?: { headers: Record<string, string> }) =>
    eventually(async () => {
      const answer = await list(url, who);
      assert.equal(answer.from, 'standby');
      return answer;
    });
  async function announce(): Promise<string> {
    const answer = await store.app.inject({
      method: 'POST',
      url: '/api/deposits',
      headers: customer.headers,
      payload,
    });
    assertStatus(answer, 201);
    return answer.json().data.id;
  }
  // A busy machine may not answer in time.
  const standbyCheck = () =>
    eventually(async () => {
      const answer = await store.app.inject({ url: '/api/health/ready' });
      assertStatus(answer, 200);
      return ReadinessAnswer.parse(answer.json()).checks.standby;
    });
  const standbyOf = async () =>
    SystemState.parse((await store.app.inject({ url: '/api/admin/system', headers: administrator.headers })).json())
      .data.postgres.standby;

  it('a list comes from the standby as soon as that shows everything, and has each write of before', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const id = await announce();
      assert.ok((await list()).ids.includes(id), 'right after the write');
      assert.ok((await fromStandby()).ids.includes(id), 'from the standby');
    }
    await fromStandby('/api/admin/deposits', administrator);
    assert.deepEqual(await standbyCheck(), { ok: true });
    const single = await store.app.inject({ url: '/api/wallets', headers: customer.headers });
    assert.equal(single.headers[READ_FROM_HEADER], undefined, 'what is no list is read from the primary');
  });

  it('given a standby that shows nothing new, then a list comes from the primary with the write, until it is there', async () => {
    await postgres.pauseReplay();
    const id = await announce();
    assert.deepEqual(await list().then(({ ids, from }) => [ids.includes(id), from]), [true, 'primary']);
    await eventually(async () => assert.ok(((await standbyOf())?.behind_s ?? 0) >= 1, 'it says how far it is behind'));
    await postgres.resumeReplay();
    assert.ok((await fromStandby()).ids.includes(id));
  });

  it('given a read that the standby refuses, then the primary answers', async () => {
    const { deps } = store;
    const note = sql.type(z.object({ key: z.string() }))`
      insert into app.installation (key, value) values ('written-by-a-list', '{}') returning key`;
    assert.ok(deps.standby);
    const { answer, from } = await deps.standby.read(() => deps.database.one(note));
    assert.deepEqual([answer.key, from], ['written-by-a-list', 'primary']);
  });

  it('given a standby that is away, then lists come from the primary, and from it again when it is back', async () => {
    await fromStandby();
    const asked = Promise.all(Array.from({ length: 10 }, () => list()));
    await postgres.killStandby();
    await asked;
    assert.equal((await list()).from, 'primary');
    await eventually(async () =>
      assert.deepEqual(await standbyCheck(), { ok: false, detail: 'away: lists are read from the primary' }),
    );
    // The next try to reach it says where it is not.
    await eventually(async () => assert.match((await standbyOf())?.problem ?? '', /away.*127\.0\.0\.1:\d+/));
    await postgres.startStandby();
    await fromStandby();
  });
}

const PortRow = z.object({ port: z.int() });

describe('the address of a primary and its standby', async () => {
  const postgres = await startReplicatedPostgres();
  const pool = createPgPool(postgres.url, { maxConnections: 2, applicationName: 'test', onIdleError: () => undefined });
  const slonik = await createDatabasePool(postgres.url, { maxConnections: 2 });
  after(async () => {
    await Promise.all([pool.end(), slonik.end()]);
    await postgres.stop();
  });
  describe('with reads=standby', () => listsOf(postgres));

  const portsInUse = async () => [
    PortRow.parse((await pool.query('select inet_server_port() as port')).rows[0]).port,
    (await slonik.one(sql.type(PortRow)`select inet_server_port() as port`)).port,
  ];
  const portOf = (url: string) => Number(new URL(url).port);
  const connect = async (connectionString: string) => {
    const client = new PrimaryClient({ connectionString });
    await client.connect();
    const { rows } = await client.query('select inet_server_port() as port');
    await client.end();
    return PortRow.parse(rows[0]).port;
  };

  it('leads to the primary, and a standby is refused in words', async () => {
    const port = portOf(postgres.urlOf('primary'));
    assert.deepEqual(await portsInUse(), [port, port]);
    await assert.rejects(connect(postgres.urlOf('standby')), { code: '08001', message: /is a standby/ });
  });

  it('leads to the standby from its promotion on, and nowhere before', async () => {
    await postgres.killPrimary();
    await assert.rejects(connect(postgres.url));
    await assert.rejects(connect(postgres.url), {
      code: '08001',
      message: /does not answer .*ECONNREFUSED.* is a standby.*Nothing was written/,
    });
    await postgres.promote();
    const port = portOf(postgres.urlOf('primary'));
    assert.deepEqual(await portsInUse(), [port, port]);
  });

  it('does not lead to the earlier primary that comes back, which acknowledges nothing', async () => {
    await postgres.bringBackDead();
    // Given somebody who has seen neither before: both take connections for writes.
    const others = postgres.url.replace(/@([^,]+),([^/]+)/, '@$2,$1');
    for (const url of [postgres.url, others]) {
      assert.equal(await connect(url), portOf(postgres.urlOf('primary')));
    }
    const old = new pg.Client({ connectionString: postgres.urlOf('standby'), query_timeout: 300 });
    await old.connect();
    await assert.rejects(old.query('create table lost ()'), /Query read timeout/);
    await old.end();
    const place = { timeline: 2, system: await systemOf(postgres.urlOf('primary')) };
    await assert.rejects(connectToStandby(postgres.url, place), /is no standby.*is no standby/);
    // Given only that one is left, who knows of the newer one does not take it.
    await postgres.killPrimary();
    await assert.rejects(connect(postgres.url));
    await assert.rejects(connect(postgres.url), /is an earlier primary that came back: its timeline is 1/);
  });
});
