import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

type ObjectInfo = { readonly name: string; readonly bytes: number; readonly modifiedMs: number };

/** Named bytes in a folder or a bucket. Names are paths with slashes. */
export type ObjectStore = {
  /** As people read it, without a key. */
  readonly name: string;
  /** Replaces what has that name. It is there as a whole or not at all; an error of the stream is thrown as it is. */
  put(name: string, content: Uint8Array | Readable): Promise<void>;
  /** Undefined when nothing has that name. */
  open(name: string): Promise<{ readonly stream: Readable; readonly bytes: number } | undefined>;
  /** What lies below a folder, in the order of names; everything below the empty one. */
  list(folder: string): Promise<readonly ObjectInfo[]>;
  /** A missing one is fine. */
  remove(name: string): Promise<void>;
  /** For those who write: its own user alone may read it, and what killed processes began before that time is removed. */
  prepare(unfinishedBefore: Date): Promise<void>;
  state(): Promise<ObjectStoreState>;
};

export type ObjectStoreState = {
  /** Why it cannot be used now, in words. */
  readonly problem: string | null;
  /** It answered, and will not take this address or key: waiting does not help. */
  readonly isRefused: boolean;
  /** Null where no limit is known. */
  readonly freeBytes: number | null;
};

/** Makes the error that the user of a store expects, from a message for people. */
export type Failure = (message: string, options?: ErrorOptions) => Error;

/** A whole object, which must be small enough for memory; undefined when nothing has that name. */
export async function readObject(store: Pick<ObjectStore, 'open'>, name: string): Promise<Buffer | undefined> {
  const opened = await store.open(name);
  return opened && buffer(opened.stream);
}
