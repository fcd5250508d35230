/**
 * A problem of the local stack that its user can fix: the message explains what happened and what to do, without a
 * stack trace.
 */
export class LocalStackProblem extends Error {
  override readonly name = 'LocalStackProblem';
}

/** The POSIX code of a system error, e.g. ENOSPC. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Puts a file-system error on `target` into words, with what to do; other errors pass unchanged. */
export function describeFileError(error: unknown, target: string): unknown {
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new LocalStackProblem(
        `The disk is full: ${target} could not be written. Free some space and start again; nothing that was saved is lost.`,
      );
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new LocalStackProblem(
        `${target} cannot be written by this user. Give yourself write access to it (sudo chown -R "$(id -un)" ${target}), or set GIFTLEDGER_DATA_DIR to another directory.`,
      );
    case 'ENOTDIR':
    case 'EEXIST':
      return new LocalStackProblem(
        `${target} cannot be used: something on its path is a file where a directory is needed. Move that file away, or set GIFTLEDGER_DATA_DIR to another directory.`,
      );
    default:
      return error;
  }
}
