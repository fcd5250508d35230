import pg from 'pg';
import { connectionLimits } from '../postgres/pool.ts';
import { readEntries } from './postgres-log-book.ts';

/** The entries that the notary kept of the log, in order; none when Postgres does not answer. */
export async function* readKeptEntries(databaseUrl: string): AsyncGenerator<Uint8Array> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'giftledger-verify',
    ...connectionLimits(),
  });
  try {
    await client.connect();
  } catch {
    return;
  }
  try {
    yield* readEntries(client);
  } finally {
    await client.end();
  }
}
