import path from 'node:path';
import { PROJECT_ROOT } from './paths.ts';
import type { LocalSecrets } from './secrets.ts';

export type LocalAddresses = {
  readonly databaseUrl: string;
  readonly eventstoreUrl: string;
  readonly smtpPort: number;
  readonly port: number;
  readonly mailboxPort: number;
};

/** An EventStoreDB that runs by itself, in place of the embedded node. */
export const otherEventStore = (env: NodeJS.ProcessEnv): string | undefined =>
  env.GIFTLEDGER_EVENTSTORE_URL || undefined;

/** The environment of every part of the embedded stack: what is set in the terminal, except for what the stack itself decides. */
export function partEnvironment(
  dataDir: string,
  secrets: LocalSecrets,
  addresses: LocalAddresses,
  env: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://localhost:${addresses.port}`,
    WEBHOOK_LOOPBACK: 'true',
    SMTP_URL: `smtp://127.0.0.1:${addresses.smtpPort}`,
    JWT_SECRET: secrets.jwtSecret,
    ADMIN_JWT_SECRET: secrets.adminJwtSecret,
    FILES_DIR: path.join(dataDir, 'files'),
    WEB_DIR: path.join(PROJECT_ROOT, 'dist/web'),
    ...env,
    // The data in `.data/` is bound to these keys, and the addresses belong to the servers that were just started.
    DATA_ENCRYPTION_KEY: secrets.dataEncryptionKey,
    DATA_ENCRYPTION_KEY_ID: String(secrets.dataEncryptionKeyId),
    DATA_ENCRYPTION_RETIRED_KEYS: secrets.dataEncryptionRetiredKeys,
    EVENT_MAC_KEY: secrets.eventMacKey,
    EVENT_MAC_SINCE: secrets.eventMacSince,
    DATABASE_URL: addresses.databaseUrl,
    EVENTSTORE_URL: addresses.eventstoreUrl,
    PORT: String(addresses.port),
    MAILBOX_PORT: String(addresses.mailboxPort),
    SMTP_PORT: String(addresses.smtpPort),
    MAIL_DIR: path.join(dataDir, 'mail'),
    GIFTLEDGER_DATA_DIR: dataDir,
    // Parts start twice as fast when Node need not compile them again.
    NODE_COMPILE_CACHE: path.join(PROJECT_ROOT, 'node_modules/.cache/node'),
    // A test runner's mark would make the parts report to it.
    NODE_TEST_CONTEXT: undefined,
  };
}
