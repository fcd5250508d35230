import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { errorCode, LocalStackProblem } from '../problem.ts';

export type User = { readonly uid: number; readonly gid: number };

/** Postgres refuses to run as root: then it runs as `postgres` if that user exists, otherwise as `nobody`. */
export function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const row = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!row) {
    throw new LocalStackProblem(
      'Postgres does not run as root, and there is no user `postgres` or `nobody` to run it as. Start as another user.',
    );
  }
  return { uid: Number(row[2]), gid: Number(row[3]) };
}

/** Makes a file or directory that user's. Throws LocalStackProblem where that user does not exist for the kernel. */
export async function giveTo(file: string, { uid, gid }: User): Promise<void> {
  try {
    await chown(file, uid, gid);
  } catch (error) {
    if (errorCode(error) !== 'EINVAL' && errorCode(error) !== 'EPERM') throw error;
    throw new LocalStackProblem(
      `Postgres does not run as root, and root may not give ${file} to user ${uid} here: this is the root of a user namespace or container that has no other user, or a disk without owners. Start as an ordinary user.`,
      { cause: error },
    );
  }
}

/**
 * The call that runs `file` as the unprivileged user. If that user cannot reach the directory (a checkout under /root,
 * mode 700), the process keeps the one right to pass such directories.
 */
export function asUser(user: User | undefined, file: string, args: string[], mustReach: string) {
  if (!user) return { file, args, options: {} };
  try {
    execFileSync('/bin/sh', ['-c', 'test -x "$0" && test -r "$1"', file, mustReach], {
      ...user,
      cwd: '/',
      stdio: 'ignore',
    });
    return { file, args, options: { ...user, cwd: '/' } };
  } catch {
    const rights = '+dac_override,+dac_read_search';
    const setpriv = [
      `--reuid=${user.uid}`,
      `--regid=${user.gid}`,
      '--clear-groups',
      '--securebits=+no_setuid_fixup',
      `--inh-caps=${rights}`,
      `--ambient-caps=${rights}`,
    ];
    return { file: 'setpriv', args: [...setpriv, file, ...args], options: { cwd: '/' } };
  }
}
