import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LocalStackProblem } from '../problem.ts';
import type { Binaries } from './binaries.ts';
import { postgresProblem } from './problem.ts';
import { giveTo, type User } from './unprivileged-user.ts';

/** The superuser of every embedded cluster. */
export const DATABASE_USER = 'giftledger';
/** Of the directory that holds the password while the cluster is made. */
const SECRET_PREFIX = 'secret-';

export type ClusterOptions = {
  /** Holds `data`, the cluster itself. */
  readonly dir: string;
  readonly data: string;
  readonly binaries: Binaries;
  readonly user: User | undefined;
  readonly execute: (file: string, args: string[]) => Promise<{ stdout: string; stderr: string }>;
  /** See PostgresOptions. */
  readonly password?: string;
  readonly socketDir?: string;
  readonly fast?: boolean;
};

/**
 * Creates the cluster on the first start; later it only checks that the directory looks like one. Throws
 * LocalStackProblem when the cluster is damaged or of another version, or cannot be created.
 */
export async function ensureCluster({ dir, data, binaries, user, execute, ...options }: ClusterOptions): Promise<void> {
  if (existsSync(data)) {
    const version = await readFile(path.join(data, 'PG_VERSION'), 'utf8').catch(() => undefined);
    const missing = ['global/pg_control', 'postgresql.conf', 'base'].filter(
      (name) => !existsSync(path.join(data, name)),
    );
    if (version === undefined || missing.length > 0) {
      throw new LocalStackProblem(
        `The database directory ${data} is damaged (${version === undefined ? 'PG_VERSION' : missing.join(', ')} is missing). ` +
          'Bring the store back from a backup: docs/runbooks/restore.md. Nothing in it was touched.',
      );
    }
    const { stdout } = await execute(binaries.pgCtl, ['--version']);
    const major = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1];
    if (major !== undefined && version.trim() !== major) {
      throw new LocalStackProblem(
        `The database in ${data} was made by PostgreSQL ${version.trim()}, this is ${major}. Start the version of the store that made it, make a backup, and restore that with this one: docs/runbooks/restore.md.`,
      );
    }
    return;
  }
  // Made beside its place and renamed, so that a killed start leaves nothing that looks like a cluster.
  await Promise.all(
    (await readdir(dir))
      .filter((name) => name.startsWith('data.partial-') || name.startsWith(SECRET_PREFIX))
      .map((name) => rm(path.join(dir, name), { recursive: true, force: true })),
  );
  const partial = path.join(dir, `data.partial-${process.pid}`);
  // Here, because the system's temporary directory may be gone, full, or too open.
  const secretDir = await mkdtemp(path.join(dir, SECRET_PREFIX));
  try {
    const args = ['-D', partial, '-U', DATABASE_USER, '-E', 'UTF8', '--locale=C.UTF-8', '--auth-local=trust'];
    // While nothing archives or replicates the cluster's log, an index that is built need not be in it, too. Here, because its owner may set otherwise.
    args.push('-c', 'wal_level=minimal', '-c', 'max_wal_senders=0');
    if (options.fast) args.push('--no-sync');
    if (options.socketDir === undefined) {
      if (!options.password) throw new Error('A database that listens on TCP needs a password.');
      const passwordFile = path.join(secretDir, 'password');
      await writeFile(passwordFile, options.password, { mode: 0o600 });
      if (user) await Promise.all([giveTo(passwordFile, user), giveTo(secretDir, user)]);
      args.push('--auth-host=scram-sha-256', `--pwfile=${passwordFile}`);
    } else {
      args.push('--auth-host=reject');
    }
    await execute(binaries.initdb, args).catch((error: unknown) => {
      throw postgresProblem(
        String((error as { stderr?: string }).stderr ?? error),
        { dir, log: 'no log yet', port: 0 },
        error,
      );
    });
    await rename(partial, data);
  } finally {
    await rm(secretDir, { recursive: true, force: true });
    await rm(partial, { recursive: true, force: true });
  }
}
