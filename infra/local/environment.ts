import path from 'node:path';
import { PART_NAMES, type Part, withheldFrom } from '../config/parts.ts';
import type { CertificateFiles } from '../crypto/certificates.ts';
import { groupOf } from '../eventstore/access.ts';
import { withLogin } from '../eventstore/login.ts';
import type { User } from '../node/credentials.ts';
import { roleName } from '../postgres/roles.ts';
import { PROJECT_ROOT } from './paths.ts';
import { type LocalSecrets, passwordOf } from './secrets.ts';

export type LocalAddresses = {
  /** With the login of the database's owner. */
  readonly databaseUrl: string;
  /** With the login of the event store's administrator. */
  readonly eventstoreUrl: string;
  /** Somebody else's server: its users are not ours. */
  readonly isOtherEventStore: boolean;
  readonly smtpPort: number;
  readonly port: number;
  readonly mailboxPort: number;
};

/** An EventStoreDB that runs by itself, instead of the embedded node; all parts use the login of that address. */
export const otherEventStore = (env: NodeJS.ProcessEnv): string | undefined =>
  env.GIFTLEDGER_EVENTSTORE_URL || undefined;

/** What the embedded stack has before any of its parts runs. */
export type LocalSettings = {
  readonly dataDir: string;
  readonly secrets: LocalSecrets;
  readonly addresses: LocalAddresses;
  /** The terminal's environment. */
  readonly env?: NodeJS.ProcessEnv;
};

/**
 * The environment of a part of the embedded stack: the terminal's, except for what the stack itself decides. Of the
 * secrets, a part gets only its own.
 */
export function partEnvironment(part: Part, settings: LocalSettings): NodeJS.ProcessEnv {
  const { dataDir, secrets, addresses, env = process.env } = settings;
  return {
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://localhost:${addresses.port}`,
    WEBHOOK_LOOPBACK: 'true',
    SMTP_URL: `smtp://127.0.0.1:${addresses.smtpPort}`,
    JWT_SECRET: secrets.jwtSecret,
    ADMIN_JWT_SECRET: secrets.adminJwtSecret,
    FILES_DIR: path.join(dataDir, 'files'),
    WEB_DIR: path.join(PROJECT_ROOT, 'dist/web'),
    ...commonEnvironment(dataDir, env),
    // The data in `.data/` is bound to these keys, and the addresses belong to the servers that were just started.
    DATA_ENCRYPTION_KEY: secrets.dataEncryptionKey,
    DATA_ENCRYPTION_KEY_ID: String(secrets.dataEncryptionKeyId),
    DATA_ENCRYPTION_RETIRED_KEYS: secrets.dataEncryptionRetiredKeys,
    EVENT_MAC_KEY: secrets.eventMacKey,
    EVENT_MAC_SINCE: secrets.eventMacSince,
    NOTARY_KEY: secrets.notaryKey,
    DATABASE_URL: withLogin(addresses.databaseUrl, `giftledger_${part}`, passwordOf(secrets, 'Postgres', part)),
    EVENTSTORE_URL: addresses.isOtherEventStore
      ? addresses.eventstoreUrl
      : withLogin(addresses.eventstoreUrl, part, passwordOf(secrets, 'event store', part)),
    PORT: String(addresses.port),
    ...Object.fromEntries(withheldFrom(part).map((name) => [name, undefined])),
  };
}

/** For the local mailbox, which has no secret of ours. */
export const mailboxEnvironment = ({ dataDir, addresses, env = process.env }: LocalSettings): NodeJS.ProcessEnv => ({
  ...withoutSecrets(commonEnvironment(dataDir, env)),
  PORT: String(addresses.port),
  MAILBOX_PORT: String(addresses.mailboxPort),
  SMTP_PORT: String(addresses.smtpPort),
  MAIL_DIR: path.join(dataDir, 'mail'),
});

/** For the embedded event store: it has its users, and its own login at Postgres. */
export function nodeEnvironment(
  { dataDir, secrets, addresses, env = process.env }: LocalSettings,
  { key, cert, ca }: CertificateFiles,
): NodeJS.ProcessEnv {
  return {
    ...withoutSecrets(commonEnvironment(dataDir, env)),
    DATABASE_URL: withLogin(addresses.databaseUrl, roleName('events'), passwordOf(secrets, 'Postgres', 'events')),
    EVENTSTORE_HOST: '127.0.0.1',
    EVENTSTORE_PORT: new URL(addresses.eventstoreUrl).port,
    EVENTSTORE_TLS_KEY: key,
    EVENTSTORE_TLS_CERT: cert,
    EVENTSTORE_TLS_CA: ca,
    EVENTSTORE_USERS: JSON.stringify(eventStoreUsers(secrets)),
  };
}

/** The administrator first. */
export function eventStoreUsers(secrets: LocalSecrets): User[] {
  const user = (username: string, group: string) => ({
    username,
    password: passwordOf(secrets, 'event store', username),
    groups: [group],
  });
  return [user('admin', '$admins'), ...PART_NAMES.map((part) => user(part, groupOf(part)))];
}

/** With the login of the event store's administrator; the node listens on this machine only. */
export function adminEventStoreUrl(secrets: LocalSecrets, port: number, { ca }: CertificateFiles): string {
  const address = `esdb://localhost:${port}?tls=true&tlsCAFile=${encodeURIComponent(ca)}`;
  return withLogin(address, 'admin', passwordOf(secrets, 'event store', 'admin'));
}

const commonEnvironment = (dataDir: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  NODE_ENV: 'production',
  ...env,
  GIFTLEDGER_DATA_DIR: dataDir,
  // Parts start twice as fast when Node need not compile them again.
  NODE_COMPILE_CACHE: path.join(PROJECT_ROOT, 'node_modules/.cache/node'),
  // Otherwise each thread that allocates memory would keep its own reserve.
  MALLOC_ARENA_MAX: '2',
  // With a test runner's mark, the parts would report to it.
  NODE_TEST_CONTEXT: undefined,
});

const withoutSecrets = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  ...Object.fromEntries(
    [...withheldFrom('finance'), 'DATABASE_URL', 'EVENT_MAC_KEY', 'EVENT_MAC_RETIRED_KEYS'].map((name) => [
      name,
      undefined,
    ]),
  ),
});
