import type pg from 'pg';
import { AWAY_REPORT_EVERY_MS } from './limits.ts';
import type { Logger } from './logger.ts';
import { openWriterConnection } from './writer-lock.ts';

/**
 * The connection that may write, reopened whenever it is lost. `takeOver` reads what a new connection needs before it
 * is used; `onLost` is called at once when there is none any more. Throws AnotherNodeRunning, or Postgres's error, when
 * it cannot start.
 */
export async function connectWriter(options: {
  databaseUrl: string;
  startWaitMs: number;
  logger: Logger;
  signal: AbortSignal;
  takeOver(client: pg.Client): Promise<void>;
  onLost(): void;
}) {
  const { databaseUrl, logger, signal } = options;
  let current: pg.Client | undefined;
  let reconnecting: Promise<void> | undefined;

  async function use(client: pg.Client): Promise<void> {
    await options.takeOver(client);
    client.on('error', () => lose(client));
    client.on('end', () => lose(client));
    current = client;
  }

  function lose(client: pg.Client): void {
    if (current !== client) return;
    current = undefined;
    client.end().catch(() => undefined);
    options.onLost();
    if (signal.aborted) return;
    logger.warn('Lost the connection to Postgres; refusing appends until it is back.');
    reconnecting ??= reconnect().finally(() => {
      reconnecting = undefined;
    });
  }

  async function reconnect(): Promise<void> {
    while (!signal.aborted) {
      try {
        await use(await openWriterConnection(databaseUrl, Date.now() + AWAY_REPORT_EVERY_MS, signal));
        logger.info('Postgres is back; taking appends again.');
        return;
      } catch (error) {
        logger.warn(`Still refusing appends: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }

  await use(await openWriterConnection(databaseUrl, Date.now() + options.startWaitMs));
  return {
    current: () => current,
    /** Gives up a connection on which a commit failed: the next one reads the result again. */
    lose,
    /** Resolves when no reconnection is in progress. */
    settled: async () => reconnecting,
    async end(): Promise<void> {
      const client = current;
      current = undefined;
      await client?.end();
    },
  };
}
