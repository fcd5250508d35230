import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

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
      return new LocalStackProblem(`${target} cannot be written by this user. ${whoMay(target)}`);
    case 'EROFS':
      return new LocalStackProblem(
        `${target} cannot be written: its disk is read-only. Set GIFTLEDGER_DATA_DIR to a directory on another one.`,
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

/** A change of owners is not advised: a store may be running there, as the user who owns its files. */
function whoMay(target: string): string {
  const owner = ownerOf(target);
  if (owner === process.getuid?.())
    return `It is yours, but write-protected (chmod -R u+w '${target}'). Or set GIFTLEDGER_DATA_DIR to another directory.`;
  return `It belongs to ${userName(owner)}: run this command as that user, or set GIFTLEDGER_DATA_DIR to a directory of your own for a store of your own.`;
}

/** The number of the user who owns a file; where it does not exist, the nearest directory above it. */
export function ownerOf(target: string): number {
  try {
    return statSync(target).uid;
  } catch {
    const above = path.dirname(target);
    return above === target ? 0 : ownerOf(above);
  }
}

export function userName(uid: number): string {
  try {
    const rows = readFileSync('/etc/passwd', 'utf8').split('\n');
    const [name] = rows.map((row) => row.split(':')).find(([, , id]) => id === String(uid)) ?? [];
    if (name !== undefined) return name;
  } catch {
    // Without that file, or not in it: the number is as good.
  }
  return `user ${uid}`;
}
