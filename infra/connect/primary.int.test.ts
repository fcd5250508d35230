import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { z } from 'zod';
import { createDatabasePool, createPgPool, sql } from '#infra/adapters/postgres/pool.ts';
import { startReplicatedPostgres } from '#infra/proof/testing/replicated-postgres.ts';
import { PrimaryClient } from './primary.ts';

const PortRow = z.object({ port: z.int() });

describe('the address of a primary and its standby', async () => {
  const postgres = await startReplicatedPostgres();
  const pool = createPgPool(postgres.url, {
    ...{ maxConnections: 2, applicationName: 'test' },
    onIdleError: () => undefined,
  });
  const slonik = await createDatabasePool(postgres.url, { maxConnections: 2 });
  after(async () => {
    await Promise.all([pool.end(), slonik.end()]);
    await postgres.stop();
  });
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
    // Given only that one is left, who knows of the newer one does not take it.
    await postgres.killPrimary();
    await assert.rejects(connect(postgres.url));
    await assert.rejects(connect(postgres.url), /is an earlier primary that came back: its timeline is 1/);
  });
});
