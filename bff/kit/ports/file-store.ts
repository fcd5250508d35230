import type { Readable } from 'node:stream';

export type StoredFile = {
  readonly id: string;
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** By its content. */
  readonly contentType: string;
};

/** The customer whose key seals the file; null for public pictures. */
export type FileOwner = string | null;

/** Every call but `state` throws FilesAwayError while the place of the files does not answer. */
export type FileStore = {
  /** The folder or bucket, for people. */
  readonly name: string;
  /** `problem`: why files can neither be stored nor opened now. `freeBytes`: null where no limit is known. */
  state(): Promise<{ readonly problem: string | null; readonly freeBytes: number | null }>;
  /**
   * Stores an upload: limited while it flows, scanned where a scanner is configured, checked by content, pictures drawn again. Size, hash
   * and type are those of the stored file. `id` is its id; without it there is a new one.
   * @throws FileRefusedError, and then nothing can be opened; ScannerAwayError; CustomerKeyErasedError
   */
  save(
    source: Readable,
    rules: { maxBytes: number; allowedTypes: readonly string[]; owner: FileOwner; id?: string },
  ): Promise<StoredFile>;
  /** Stores the store's own file unchanged. */
  keep(content: Buffer, file: { contentType: string; owner: FileOwner }): Promise<StoredFile>;
  /**
   * A customer's file is opened only sealed, but for one from before files were sealed, of which nothing is recorded. @throws FileNotFoundError,
   * also where the owner's key was erased; FileAlteredError, also while it is read
   */
  open(id: string, owner: FileOwner): Promise<{ readonly stream: Readable; readonly sizeBytes: number }>;
  /** Seals a file from before files were sealed. Returns its size, or undefined where there is no such file. */
  sealOld(id: string, owner: string): Promise<number | undefined>;
  /** A missing file is fine. */
  remove(id: string): Promise<void>;
};

export type FileRefusal =
  | 'too-large'
  /** The content is of a type that is not allowed, whatever the name says. */
  | 'unsupported'
  /** A picture that cannot be read. */
  | 'damaged'
  | 'too-many-pixels'
  /** Malware. A customer's file is stored sealed, where no route opens it. */
  | 'infected'
  /** The sender stopped before the end. */
  | 'truncated'
  | 'empty'
  /** A paper with a password, or one whose end is missing: those who decide from it could not open it. */
  | 'locked'
  | 'cut-off';

/** A file was not stored; nothing of it is left. */
export class FileRefusedError extends Error {
  override readonly name = 'FileRefusedError';
  readonly reason: FileRefusal;

  constructor(reason: FileRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Where the files are cannot be reached or used: nothing is known of the file. The message is for operators. */
export class FilesAwayError extends Error {
  override readonly name = 'FilesAwayError';
}

/** What lies there is not what was stored. */
export class FileAlteredError extends Error {
  override readonly name = 'FileAlteredError';

  constructor(message = 'A stored file was altered, or belongs elsewhere.', options?: ErrorOptions) {
    super(message, options);
  }
}

export class FileNotFoundError extends Error {
  override readonly name = 'FileNotFoundError';

  constructor(id: string) {
    super(`There is no stored file ${id}.`);
  }
}
