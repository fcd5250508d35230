import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { z } from 'zod';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createTestDatabase } from '#infra/proof/testing/database.ts';
import { openTestProjector } from '#infra/proof/testing/read-models.ts';
import { createLog, id } from '#projections/testing/log.ts';
import { connectWriter } from './connection.ts';
import { PoisonEventError } from './projector.ts';

describe('the connection of a writer', async () => {
  const customerId = id(`log:${process.pid}`);
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  after(async () => {
    await client.end();
    await database.drop();
  });

  async function serverLog(): Promise<string> {
    const { rows } = await client.query('show data_directory');
    const { data_directory: data } = z.object({ data_directory: z.string() }).parse(rows[0]);
    return readFile(path.join(path.dirname(data), 'postgres.log'), 'utf8');
  }

  it('keeps what it writes out of the log of Postgres, though that logs failed statements and rows', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await client.query(`alter database ${name} set log_min_error_statement = 'error';
      alter database ${name} set log_error_verbosity = 'default'`);
    const constraint = `never_${process.pid}`;
    const projector = await openTestProjector(database.url);
    try {
      await client.query(`alter table read.customers add constraint ${constraint} check (false)`);
      const [event] = createLog().add(`customer-${customerId}`, 'CustomerRegistered', { customerId }).events;
      assert.ok(event);
      await assert.rejects(projector.apply([event]), PoisonEventError);
    } finally {
      await projector.close();
    }
    await eventually(async () =>
      assert.match(await serverLog(), new RegExp(`violates check constraint "${constraint}"`)),
    );
    assert.ok(!(await serverLog()).includes(customerId));
  });

  it('has Postgres ask after a machine that fell silent, so that another one gets its turn', async () => {
    const writer = await connectWriter(database.url, 'test');
    const { rows } = await writer.query(
      "select name from pg_settings where source = 'session' and name ~ '^tcp_' order by name",
    );
    await writer.end();
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['tcp_keepalives_count', 'tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_user_timeout'],
    );
  });
});
