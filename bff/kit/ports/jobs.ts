import type { JobName } from '#bff/contract/office/admin-system.ts';

type JobCounts = {
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
  readonly completed: number;
};

export type JobMonitor = {
  queues(): Promise<readonly ({ readonly name: JobName } & JobCounts)[]>;
  /** Why the last attempt to send a mail failed, without its recipient; null where none did, and where that is not known any more. */
  mailFailure(id: string): Promise<string | null>;
  /** Removes the data of jobs that contain one of the texts, in any case, and returns how many; `unread` stay, because nobody can open them. */
  removeMentioning(texts: readonly string[]): Promise<{ readonly removed: number; readonly unread: number }>;
};
