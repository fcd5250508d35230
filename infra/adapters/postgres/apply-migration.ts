import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { SchemaFile } from './schema-files.ts';
import { directivesOf, statementsOf } from './statements.ts';

/** A migration that waits for a table blocks every later query of that table. So it gives up after this time and tries again. */
export const LOCK_TIMEOUT_MS = 2_000;
const PAUSE_MS = 1_000;
const MAX_TRIES = 60;
/** Its own limit is over, or it and somebody else waited for each other. */
const LOCK_PROBLEMS: readonly unknown[] = ['55P03', '40P01'];

/**
 * Runs a migration and notes it: in one transaction, or as its comments ask for. `-- outside a transaction` is for an index
 * that is built concurrently; `-- in batches` repeats its statement, each time in a transaction, until it changes no row. Ended in
 * the middle, both go on when they run again.
 * @throws Error that names it
 */
export async function applyMigration(client: pg.Client, migration: SchemaFile): Promise<void> {
  try {
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
    const directives = directivesOf(migration.sql);
    if (directives.has('outside a transaction')) await applyOutside(client, migration);
    else if (directives.has('in batches')) await applyInBatches(client, migration);
    else {
      await inTransaction(client, async () => {
        await client.query(migration.sql);
        await note(client, migration);
      });
    }
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  } finally {
    await client.query('set lock_timeout = 0');
  }
}

async function applyOutside(client: pg.Client, migration: SchemaFile): Promise<void> {
  const [statement = ''] = statementsOf(migration.sql);
  const [, index, schema] = /^create (?:unique )?index concurrently (\w+) on (\w+)\./.exec(statement) ?? [];
  // What a build that was ended leaves has the name, and is not used.
  if (index && schema) await patiently(() => client.query(`drop index concurrently if exists ${schema}.${index}`));
  // It waits for the transactions of others in its own way, and nobody waits for it.
  await client.query('set lock_timeout = 0');
  await client.query(migration.sql);
  await note(client, migration);
}

async function applyInBatches(client: pg.Client, migration: SchemaFile): Promise<void> {
  for (;;) {
    const { rowCount } = await inTransaction(client, () => client.query(migration.sql));
    if (!rowCount) break;
  }
  await note(client, migration);
}

const note = (client: pg.Client, { name, sha256 }: SchemaFile): Promise<unknown> =>
  client.query('insert into public.schema_migration (name, sha256) values ($1, $2)', [name, sha256]);

export const inTransaction = <Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> =>
  patiently(async () => {
    await client.query('begin');
    try {
      const result = await work();
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  });

/** Again while others hold what it needs. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!LOCK_PROBLEMS.includes((error as { code?: unknown }).code) || tries === MAX_TRIES) throw error;
      await delay(PAUSE_MS);
    }
  }
}
