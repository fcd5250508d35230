import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '#infra/adapters/postgres/migrate.ts';
import { schemaDigest } from '#infra/adapters/postgres/schema-files.ts';
import { testClusterUrl } from './cluster.ts';

/** Any fixed number: one process makes the template, and the others wait for it. */
const TEMPLATE_LOCK = 727_002;
const CLOSING_MS = 5_000;

export type TestDatabase = { readonly url: string; drop(): Promise<void> };

/**
 * A fresh, migrated database of the shared test cluster. Its files are copied: page by page through the log, as is the standard, takes ten
 * times as long. `drop` also ends sessions that are still open.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const admin = testClusterUrl('postgres');
  const template = await ensureTemplate(admin);
  const name = `test_${randomBytes(8).toString('hex')}`;
  await withClient(admin, (client) => client.query(`create database ${name} template ${template} strategy file_copy`));
  return {
    url: testClusterUrl(name),
    drop: () =>
      withClient(admin, async (client) => {
        await closed(client, name);
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

/** Waits a little for sessions that are closing: one that is ended from outside reports an error after its test. */
async function closed(client: pg.Client, database: string): Promise<void> {
  const since = Date.now();
  while (Date.now() - since < CLOSING_MS) {
    const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [database]);
    if (rowCount === 0) return;
    await delay(20);
  }
}

/** Named for the content of the schema's files, so that an edited one gets a new template. */
async function ensureTemplate(admin: string): Promise<string> {
  const name = `template_${(await schemaDigest()).slice(0, 16)}`;
  await withClient(admin, async (client) => {
    const isThere = async () =>
      ((await client.query('select 1 from pg_database where datname = $1 and datistemplate', [name])).rowCount ?? 0) >
      0;
    if (await isThere()) return;
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    if (await isThere()) return;
    // A half-made one, left by a killed run, is not marked as a template yet.
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name}`);
    await migrate(testClusterUrl(name));
    await client.query(`alter database ${name} with is_template true`);
  });
  return name;
}

/** A connection for as long as `work` takes; also to a standby. */
export async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  // Where the connection breaks, the statement that runs or comes next says so. Without a listener the process would end.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The rows of one statement. */
export const rowsAt = <Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> =>
  withClient(url, async (client) => (await client.query<Row>(text)).rows);
