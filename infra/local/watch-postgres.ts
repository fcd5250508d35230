import { setTimeout as delay } from 'node:timers/promises';
import type { LocalDatabase } from './database.ts';
import { holdsStackLock } from './runtime.ts';

const LOOK_EVERY_MS = 1_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 5_000;

/** The database that runs now: a new one after a restart of Postgres. */
export type DatabaseSlot = { current: LocalDatabase };

/**
 * Restarts Postgres when it fails, after longer and longer pauses; gives up when the data directory itself is gone.
 * Returns a function that stops the watch.
 */
export function watchPostgres(
  database: DatabaseSlot,
  options: {
    readonly dataDir: string;
    readonly restart: () => Promise<LocalDatabase>;
    readonly onLost: () => void;
    readonly say: (line: string) => void;
    readonly signal: AbortSignal;
  },
): () => void {
  const { dataDir, restart, onLost, say, signal } = options;
  let isBusy = false;
  let pauseMs = 0;
  const look = async () => {
    if (!(await holdsStackLock(dataDir))) return onLost();
    if ((await database.current.postgres.isRunning()) || signal.aborted) return;
    say('Postgres stopped; it starts again.');
    // Releases what was held for the failed one.
    await database.current.postgres.stop();
    database.current = await restart();
    pauseMs = 0;
    say('Postgres runs again.');
  };
  const timer = setInterval(async () => {
    if (isBusy || signal.aborted) return;
    isBusy = true;
    try {
      await look();
    } catch (error) {
      pauseMs = Math.min(pauseMs * 2 || FIRST_RETRY_MS, MAX_RETRY_MS);
      say(`${error instanceof Error ? error.message : error} Trying again in ${pauseMs / 1_000} s.`);
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    } finally {
      isBusy = false;
    }
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
