import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { PrimaryClient } from '#infra/connect/primary.ts';
import { notifyPosition, setListening } from './freshness.ts';
import { positionChannel } from './names.ts';
import type { Database } from './sql.ts';

/** The schema of the live read models: see projector.ts. */
const CHANNEL = positionChannel('read');
const RECONNECT_AFTER_MS = 1_000;

/**
 * Listens, on a separate connection, for the positions that the read models reach. Writers that wait for one on this
 * `database` have it at the moment of the commit. While the connection is away, the position is polled.
 */
export async function listenToPosition(databaseUrl: string, database: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const client = new PrimaryClient({
      connectionString: databaseUrl,
      application_name: 'giftledger-position-listener',
      keepAlive: true,
    });
    const ended = Promise.withResolvers<void>();
    client.on('error', () => ended.resolve());
    client.on('end', () => ended.resolve());
    const stop = () => ended.resolve();
    signal.addEventListener('abort', stop);
    client.on('notification', ({ payload }) => notifyPosition(database, BigInt(payload ?? '-1')));
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(CHANNEL)}`);
      setListening(database, !signal.aborted);
      await ended.promise;
    } catch {
      // Postgres is away: the position is polled until it is back.
    } finally {
      signal.removeEventListener('abort', stop);
      setListening(database, false);
      await client.end().catch(() => undefined);
    }
    await delay(RECONNECT_AFTER_MS, undefined, { signal }).catch(() => undefined);
  }
}
