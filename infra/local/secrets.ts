import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { numberedKeys, plainKeys } from '#infra/adapters/config/keys.ts';
import { describeFileError, errorCode, LocalStackProblem } from './problem.ts';

const keysText = (keys: z.ZodType<unknown, string>) => z.string().refine((text) => keys.safeParse(text).success);

const secretsSchema = z.object({
  databasePassword: z.string().min(16),
  jwtSecret: z.string().min(32),
  adminJwtSecret: z.string().min(32),
  /** As their variables have them: `number:key`, comma-separated, the newest first. */
  dataEncryptionKeys: keysText(numberedKeys),
  eventMacKeys: keysText(numberedKeys),
  /** When the store got the first of those keys, where it is older than they. */
  eventMacSince: z.iso.datetime().optional(),
  /** Without numbers. */
  notaryKeys: keysText(plainKeys),
  /** 32 bytes in base64; the passwords of the parts' accounts are derived from them. */
  accountsKey: z.string().length(44),
});

/** The file of a version before 0.2.0. Release 0.2.0 replaces it when it starts. */
const olderSchema = z.object({ dataEncryptionKey: z.string() });

export type LocalSecrets = z.output<typeof secretsSchema>;

/**
 * The secrets of the embedded stack, made once and kept in `<dataDir>/secrets.json`, which only the owner can read.
 * Throws LocalStackProblem when the file is damaged, or is missing although a database needs it.
 */
export async function loadLocalSecrets(dataDir: string): Promise<LocalSecrets> {
  const file = path.join(dataDir, 'secrets.json');
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw describeFileError(error, file);
    if (existsSync(path.join(dataDir, 'postgres', 'data'))) {
      throw new LocalStackProblem(
        `${file} is missing, but ${dataDir} holds a database that was made with it: its gift codes and notes cannot be read without that key. ` +
          `Restore the file from a backup, or move ${dataDir} away to start with an empty store.`,
      );
    }
    return createSecrets(dataDir, file);
  }
  const parsed = secretsSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  if (olderSchema.safeParse(parseJson(text)).success) {
    throw new LocalStackProblem(
      `${file} is of a version before 0.2.0, and every update passes through 0.2.0. Nothing was changed. Start 0.2.0 first (git checkout v0.2.0, npm start), then this version: docs/runbooks/upgrade.md.`,
    );
  }
  throw new LocalStackProblem(
    `${file} is damaged (${parsed.error.issues.map((issue) => issue.path.join('.') || 'not JSON').join(', ')}). ` +
      `Restore it from a backup, or move ${dataDir} away to start with an empty store. Nothing was changed.`,
  );
}

export const passwordOf = (secrets: LocalSecrets, server: 'event store' | 'Postgres', account: string): string =>
  createHmac('sha256', Buffer.from(secrets.accountsKey, 'base64')).update(`${server}:${account}`).digest('base64url');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function createSecrets(dataDir: string, file: string): Promise<LocalSecrets> {
  await mkdir(dataDir, { recursive: true }).catch((error: unknown) => {
    throw describeFileError(error, file);
  });
  return writeSecrets(file, {
    databasePassword: randomBytes(18).toString('base64url'),
    jwtSecret: randomBytes(36).toString('base64url'),
    adminJwtSecret: randomBytes(36).toString('base64url'),
    dataEncryptionKeys: `1:${newKey()}`,
    eventMacKeys: `1:${newKey()}`,
    notaryKeys: newKey(),
    accountsKey: newKey(),
  });
}

/** Replaces the keys of the data: the parts read them when they start. */
export async function keepDataKeys(dataDir: string, dataEncryptionKeys: string): Promise<void> {
  const secrets = await loadLocalSecrets(dataDir);
  await writeSecrets(path.join(dataDir, 'secrets.json'), { ...secrets, dataEncryptionKeys });
}

const newKey = () => randomBytes(32).toString('base64');

async function writeSecrets(file: string, secrets: LocalSecrets): Promise<LocalSecrets> {
  try {
    const partial = `${file}.partial-${process.pid}`;
    const handle = await open(partial, 'w', 0o600);
    await handle.writeFile(`${JSON.stringify(secrets, null, 2)}\n`);
    await handle.sync();
    await handle.close();
    await rename(partial, file);
    await chmod(file, 0o600);
  } catch (error) {
    throw describeFileError(error, file);
  }
  return secrets;
}
