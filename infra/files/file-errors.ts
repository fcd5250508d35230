/** Why a file was not stored; nothing of it is left on disk. */
export class FileRefusedError extends Error {
  override readonly name = 'FileRefusedError';
  readonly reason: FileRefusal;
  constructor(reason: FileRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export type FileRefusal =
  /** More bytes than allowed. */
  | 'too-large'
  /** The content is of a type that is not allowed, whatever the name says. */
  | 'unsupported'
  /** The sender stopped before the end. */
  | 'truncated'
  | 'empty';

/** There is no file of that id. */
export class FileNotFoundError extends Error {
  override readonly name = 'FileNotFoundError';
  constructor(id: string) {
    super(`There is no stored file ${id}.`);
  }
}
