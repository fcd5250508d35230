import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { DataKeyVariables } from '#infra/adapters/crypto/data-keys.ts';
import { describeFileError, errorCode, LocalStackProblem } from './problem.ts';

const secretsSchema = z.object({
  databasePassword: z.string().min(16),
  jwtSecret: z.string().min(32),
  adminJwtSecret: z.string().min(32),
  /** 32 bytes in base64. */
  dataEncryptionKey: z.string().length(44),
  dataEncryptionKeyId: z.int().min(1).max(255).default(1),
  /** `id:key`, comma-separated. */
  dataEncryptionRetiredKeys: z.string().default(''),
  /** 32 bytes in base64. */
  eventMacKey: z.string().length(44),
  /** When the store got that key, if the store is older. */
  eventMacSince: z.iso.datetime().optional(),
  /** 32 bytes in base64. */
  notaryKey: z.string().length(44),
  /** 32 bytes in base64; the passwords of the parts' accounts are derived from them. */
  accountsKey: z.string().length(44),
});

/** The file as older versions wrote it: without MACs for events, passwords for servers, or signatures of the log. */
const olderSchema = secretsSchema.partial({ eventMacKey: true, accountsKey: true, notaryKey: true });

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
  const parsed = olderSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    throw new LocalStackProblem(
      `${file} is damaged (${parsed.error.issues.map((issue) => issue.path.join('.') || 'not JSON').join(', ')}). ` +
        `Restore it from a backup, or move ${dataDir} away to start with an empty store. Nothing was changed.`,
    );
  }
  const complete = secretsSchema.safeParse(parsed.data);
  if (complete.success) return complete.data;
  const { eventMacKey, accountsKey, notaryKey } = parsed.data;
  return writeSecrets(file, {
    ...parsed.data,
    // Earlier events stay without MACs.
    ...(eventMacKey === undefined ? { eventMacSince: new Date().toISOString() } : {}),
    eventMacKey: eventMacKey ?? newKey(),
    accountsKey: accountsKey ?? newKey(),
    notaryKey: notaryKey ?? newKey(),
  });
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
    dataEncryptionKey: newKey(),
    dataEncryptionKeyId: 1,
    dataEncryptionRetiredKeys: '',
    eventMacKey: newKey(),
    notaryKey: newKey(),
    accountsKey: newKey(),
  });
}

/** Replaces the keys of the data: the parts read them when they start. */
export async function keepDataKeys(dataDir: string, variables: DataKeyVariables): Promise<void> {
  await writeSecrets(path.join(dataDir, 'secrets.json'), {
    ...(await loadLocalSecrets(dataDir)),
    dataEncryptionKey: variables.DATA_ENCRYPTION_KEY,
    dataEncryptionKeyId: Number(variables.DATA_ENCRYPTION_KEY_ID),
    dataEncryptionRetiredKeys: variables.DATA_ENCRYPTION_RETIRED_KEYS,
  });
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
