import type { Readable } from 'node:stream';

export type StoredFile = {
  readonly id: string;
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** Judged by content. */
  readonly contentType: string;
};

/** Uploads, judged by their content. */
export type FileStore = {
  /** Stores a stream, bounded while it flows. @throws FileRefusedError, and then leaves nothing behind */
  save(source: Readable, limits: { maxBytes: number; allowedTypes: readonly string[] }): Promise<StoredFile>;
  /** @throws FileNotFoundError */
  open(id: string): Promise<{ readonly stream: Readable; readonly sizeBytes: number }>;
  /** Removes a file; one that is gone already is fine. */
  remove(id: string): Promise<void>;
};

export type FileRefusal =
  /** More bytes than allowed. */
  | 'too-large'
  /** The content is of a type that is not allowed, whatever the name says. */
  | 'unsupported'
  /** The sender stopped before the end. */
  | 'truncated'
  | 'empty';

/** Why a file was not stored; nothing of it is left on disk. */
export class FileRefusedError extends Error {
  override readonly name = 'FileRefusedError';
  readonly reason: FileRefusal;

  constructor(reason: FileRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** There is no file of that id. */
export class FileNotFoundError extends Error {
  override readonly name = 'FileNotFoundError';

  constructor(id: string) {
    super(`There is no stored file ${id}.`);
  }
}
