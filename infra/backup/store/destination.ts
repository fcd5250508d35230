/** Where a backup is kept: a folder or a bucket. Objects are small enough to be in memory (some megabytes). */
export type Destination = {
  /** As people read it. */
  readonly name: string;
  /** Replaces what has that name. It is there as a whole or not at all. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when nothing has that name. */
  get(name: string): Promise<Buffer | undefined>;
  /** Names below a folder, in their order. */
  list(folder: string): Promise<readonly string[]>;
  remove(name: string): Promise<void>;
};

/** The backup cannot be made, read or brought back: the message says why, and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
