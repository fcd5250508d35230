import { setTimeout as delay } from 'node:timers/promises';
import type { LocalDatabase } from './database.ts';
import { holdsStackLock } from './runtime.ts';

const LOOK_EVERY_MS = 1_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 5_000;

/** The database that runs now: another one after Postgres fell. */
export type DatabaseSlot = { current: LocalDatabase };

/**
 * Starts Postgres again when it fell, ever more slowly where that fails; gives up when the data directory itself is gone.
 * Returns how to stop looking.
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
    // Lets go of what was kept for the one that fell.
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
