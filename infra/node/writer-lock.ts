import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { createWriteClient } from './database.ts';
import { RETRY_PAUSE_MS } from './limits.ts';
import { createSchema } from './store.ts';

/** Any number; it must never change. The lock is per database. */
const WRITER_LOCK = 2113_1113;

/** Another node is writing to the same database. */
class AnotherNodeRunning extends Error {
  constructor() {
    super(
      'Another event-store node is writing to this database, and only one may: positions and revisions are handed out by it. ' +
        'Stop the other node, or give this one another DATABASE_URL.',
    );
    this.name = 'AnotherNodeRunning';
  }
}

/**
 * Opens the connection that may write. It holds the writer's lock while it is open, so the lock of a killed node ends
 * with its connection. Tries until `untilMs` (Date.now()), then throws AnotherNodeRunning or Postgres's error.
 */
export async function openWriterConnection(
  databaseUrl: string,
  untilMs: number,
  signal?: AbortSignal,
): Promise<pg.Client> {
  for (;;) {
    const problem = await tryOpen(databaseUrl);
    if (!(problem instanceof Error)) return problem;
    if (signal?.aborted || Date.now() >= untilMs) throw problem;
    await delay(RETRY_PAUSE_MS);
  }
}

async function tryOpen(databaseUrl: string): Promise<pg.Client | Error> {
  const client = createWriteClient(databaseUrl);
  // Without a listener a broken connection would end the process; the query in flight, or the next, reports it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      WRITER_LOCK,
    ]);
    if (!rows[0]?.locked) throw new AnotherNodeRunning();
    await createSchema(client);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    return error instanceof Error ? error : new Error(String(error));
  }
}
