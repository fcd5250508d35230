import type { ObjectStore } from '#infra/adapters/objects/object-store.ts';

/** Where a backup is kept: a folder or a bucket. Objects are small enough to be in memory (some megabytes). */
export type Destination = Pick<ObjectStore, 'name' | 'remove'> & {
  /** Replaces what has that name. It is there as a whole or not at all. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when nothing has that name. */
  get(name: string): Promise<Buffer | undefined>;
  /** Names below a folder, in their order. */
  list(folder: string): Promise<readonly string[]>;
};

/** The backup cannot be made, read or brought back: the message says why, and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
