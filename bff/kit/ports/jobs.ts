import type { JobName } from '#bff/contract/office/admin-system.ts';

type JobCounts = {
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
  readonly completed: number;
};

/** How long the work that repeats is overdue; `Infinity` where none is scheduled. `hanging` is the kind of a run that should have ended by then. */
export type RepeatedLate = { readonly lateMs: number; readonly hanging: string | null };

export type JobMonitor = {
  queues(): Promise<readonly ({ readonly name: JobName } & JobCounts)[]>;
  repeatedLate(): Promise<RepeatedLate>;
  /** Why the last attempt to send a mail failed, without its recipient; null where none did, and where that is not known any more. */
  mailFailure(id: string): Promise<string | null>;
  /** Removes the data of jobs that contain one of the texts, in any case, and returns how many; `unread` stay, because nobody can open them. */
  removeMentioning(texts: readonly string[]): Promise<{ readonly removed: number; readonly unread: number }>;
};

/** Longer than what heals by itself: a process of jobs that is started again, a clock that was set. */
const STANDS_STILL_AFTER_MS = 120_000;

/** Why the work that repeats is not done, in words; null where it is. */
export function standstillOf({ lateMs, hanging }: RepeatedLate): string | null {
  if (lateMs < STANDS_STILL_AFTER_MS) return null;
  if (hanging !== null)
    return `a run of ${hanging} should have ended ${Math.round(lateMs / 1_000)} s ago: start the program jobs again`;
  // The queues are empty after a crash of Postgres, until a process of jobs schedules its work again.
  const what =
    lateMs === Number.POSITIVE_INFINITY
      ? 'nothing that repeats is scheduled'
      : `work that repeats is ${Math.round(lateMs / 1_000)} s overdue`;
  return `${what}: is the program jobs at work?`;
}
