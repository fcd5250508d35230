import path from 'node:path';
import { isLocalUrl } from '#infra/adapters/config/local.ts';
import { PART_NAMES, type Part, withheldFrom } from '#infra/adapters/config/parts.ts';
import type { CertificateFiles } from '#infra/adapters/crypto/certificates.ts';
import { groupOf } from '#infra/adapters/eventstore/access.ts';
import { withLogin } from '#infra/adapters/eventstore/login.ts';
import { roleName } from '#infra/adapters/postgres/roles.ts';
import type { User } from '#infra/node/credentials.ts';
import { takeFrom } from '#infra/setup/terminal.mjs';
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
  /** Variables of the parts beside those that are made for them: for faults and tests. */
  readonly more?: NodeJS.ProcessEnv;
};

/**
 * The environment of a part of the embedded stack. It has those of the terminal's that `infra/setup/terminal.mjs`
 * lists: no address to listen on, because the demonstration's passwords are published. A part gets only its own
 * secrets.
 */
export function partEnvironment(part: Part, settings: LocalSettings): NodeJS.ProcessEnv {
  const { dataDir, secrets, addresses } = settings;
  const common = commonEnvironment(settings);
  const publicUrl = common.PUBLIC_URL ?? `http://localhost:${addresses.port}`;
  const isOwnMachine = !URL.canParse(publicUrl) || isLocalUrl(publicUrl);
  return {
    PUBLIC_URL: publicUrl,
    WEBHOOK_LOOPBACK: String(isOwnMachine),
    SETTINGS_WAIT: String(!isOwnMachine),
    FILE_SCANNER_URL: 'none',
    ...common,
    HOST: '127.0.0.1',
    SMTP_URL: `smtp://127.0.0.1:${addresses.smtpPort}`,
    JWT_SECRET: secrets.jwtSecret,
    ADMIN_JWT_SECRET: secrets.adminJwtSecret,
    FILES_DIR: path.join(dataDir, 'files'),
    WEB_DIR: path.join(PROJECT_ROOT, 'dist/web'),
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
export const mailboxEnvironment = (settings: LocalSettings): NodeJS.ProcessEnv => ({
  ...withoutSecrets(commonEnvironment(settings)),
  PORT: String(settings.addresses.port),
  MAILBOX_PORT: String(settings.addresses.mailboxPort),
  SMTP_PORT: String(settings.addresses.smtpPort),
  MAIL_DIR: path.join(settings.dataDir, 'mail'),
});

/** For the embedded event store: it has its users, and its own login at Postgres. */
export function nodeEnvironment(settings: LocalSettings, { key, cert, ca }: CertificateFiles): NodeJS.ProcessEnv {
  const { secrets, addresses } = settings;
  return {
    ...withoutSecrets(commonEnvironment(settings)),
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
  // Not by name: `localhost` is missing on some machines, and another address on others.
  const address = `esdb://127.0.0.1:${port}?tls=true&tlsCAFile=${encodeURIComponent(ca)}`;
  return withLogin(address, 'admin', passwordOf(secrets, 'event store', 'admin'));
}

const commonEnvironment = ({ dataDir, env = process.env, more = {} }: LocalSettings): NodeJS.ProcessEnv => ({
  ...takeFrom(env, 'SYSTEM', 'SETTINGS', 'FORMER', 'STACK', 'TRACES'),
  NODE_ENV: 'production',
  GIFTLEDGER_DATA_DIR: dataDir,
  // Parts start twice as fast when Node need not compile them again.
  NODE_COMPILE_CACHE: path.join(PROJECT_ROOT, 'node_modules/.cache/node'),
  // Otherwise each thread that allocates memory would keep its own reserve.
  MALLOC_ARENA_MAX: '2',
  ...more,
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
