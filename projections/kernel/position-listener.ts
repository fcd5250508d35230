import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { hearPosition, setPositionIsHeard } from './freshness.ts';
import { positionChannel } from './position-channel.ts';
import type { Database } from './sql.ts';

/** The schema of all that is read: see projector.ts. */
const CHANNEL = positionChannel('read');
const RECONNECT_AFTER_MS = 1_000;

/**
 * Listens, on a connection of its own, to how far the read models have come, so that those who wait for a position on this
 * `database` know at the moment of the commit and do not look again and again. While the connection is away they look.
 */
export async function listenToPosition(databaseUrl: string, database: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'giftledger-position-listener',
      keepAlive: true,
    });
    const ended = Promise.withResolvers<void>();
    client.on('error', () => ended.resolve());
    client.on('end', () => ended.resolve());
    const stop = () => ended.resolve();
    signal.addEventListener('abort', stop);
    client.on('notification', ({ payload }) => hearPosition(database, BigInt(payload ?? '-1')));
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(CHANNEL)}`);
      setPositionIsHeard(database, !signal.aborted);
      await ended.promise;
    } catch {
      // Postgres is away: a waiter looks for itself, and says so when it cannot.
    } finally {
      signal.removeEventListener('abort', stop);
      setPositionIsHeard(database, false);
      await client.end().catch(() => undefined);
    }
    await delay(RECONNECT_AFTER_MS, undefined, { signal }).catch(() => undefined);
  }
}
