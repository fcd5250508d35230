import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { createWriteClient } from './database.ts';
import { textOf } from './errors.ts';
import { RETRY_PAUSE_MS } from './limits.ts';
import type { Logger } from './logger.ts';
import { createSchema } from './store.ts';

/** Any number; it must never change. The lock is per database. */
const WRITER_LOCK = 2113_1113;

class AnotherNodeRunning extends Error {
  override readonly name = 'AnotherNodeRunning';
  constructor() {
    super(
      'Another event-store node is writing to this database, and only one may: positions and revisions are handed out by it. ' +
        'Stop the other node, or give this one another DATABASE_URL.',
    );
  }
}

/**
 * The one connection that may write, opened again whenever it is lost. It holds the writer's lock while it is open, so the lock of a killed node
 * ends with its connection. `takeOver` reads what a new connection needs before it is used; `onLost` is called at once when there is none any more.
 * @throws AnotherNodeRunning, or Postgres's error, when it cannot start
 */
export async function connectWriter(options: {
  readonly databaseUrl: string;
  readonly startWaitMs: number;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  takeOver(client: pg.Client): Promise<void>;
  onLost(): void;
}) {
  const { databaseUrl, logger, signal } = options;
  let current: pg.Client | undefined;
  let reconnecting: Promise<void> | undefined;

  /** A connection that is not used is closed, whatever failed: it may hold the lock. */
  async function open(): Promise<pg.Client> {
    const client = createWriteClient(databaseUrl);
    // Without a listener a broken connection would end the process; the query in flight, or the next, reports it.
    client.on('error', () => lose(client));
    try {
      await client.connect();
      const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
        WRITER_LOCK,
      ]);
      if (!rows[0]?.locked) throw new AnotherNodeRunning();
      await createSchema(client);
      await options.takeOver(client);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    client.on('end', () => lose(client));
    return client;
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
    let told = '';
    while (!signal.aborted) {
      try {
        const client = await open();
        if (signal.aborted) return await client.end();
        current = client;
        logger.info('Postgres is back; taking appends again.');
        return;
      } catch (error) {
        // Each reason once: it may last for hours.
        if (textOf(error) !== told) logger.warn(`Still refusing appends: ${textOf(error)}`);
        told = textOf(error);
      }
      await delay(RETRY_PAUSE_MS);
    }
  }

  async function start(): Promise<pg.Client> {
    const untilMs = Date.now() + options.startWaitMs;
    for (;;) {
      try {
        return await open();
      } catch (error) {
        if (Date.now() >= untilMs) throw error;
      }
      await delay(RETRY_PAUSE_MS);
    }
  }

  current = await start();
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
