import type { Readable } from 'node:stream';

export type StoredFile = {
  readonly id: string;
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** Judged by content. */
  readonly contentType: string;
};

/** The customer whose file it is, under whose key it is sealed; null for pictures that everybody may see. */
export type FileOwner = string | null;

export type FileStore = {
  /**
   * Stores what somebody sent: bounded while it flows, scanned where a scanner is configured, judged by its content, pictures drawn
   * again. The size, hash and type are of what is stored. `id` names it; a new one where it is left out.
   * @throws FileRefusedError, and then nothing can be opened; ScannerAwayError; CustomerKeyErasedError
   */
  save(
    source: Readable,
    rules: { maxBytes: number; allowedTypes: readonly string[]; owner: FileOwner; id?: string },
  ): Promise<StoredFile>;
  /** Stores what the store itself made, as it is. */
  keep(content: Buffer, file: { contentType: string; owner: FileOwner }): Promise<StoredFile>;
  /** @throws FileNotFoundError, also where the owner's key was erased */
  open(id: string, owner: FileOwner): Promise<{ readonly stream: Readable; readonly sizeBytes: number }>;
  /** Seals a file of before files were sealed; its bytes, or undefined where there is no such file. */
  sealOld(id: string, owner: string): Promise<number | undefined>;
  /** Removes a file; one that is gone already is fine. */
  remove(id: string): Promise<void>;
};

export type FileRefusal =
  /** More bytes than allowed. */
  | 'too-large'
  /** The content is of a type that is not allowed, whatever the name says. */
  | 'unsupported'
  /** A picture that cannot be read. */
  | 'damaged'
  | 'too-many-pixels'
  /** Malware; a customer's file is kept sealed, where no route opens it. */
  | 'infected'
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
