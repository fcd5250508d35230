import path from 'node:path';
import { type Accounts, writtenAccounts } from '#infra/adapters/config/accounts.ts';
import { PART_NAMES, type Part, withheldFrom } from '#infra/adapters/config/parts.ts';
import type { CertificateFiles } from '#infra/adapters/crypto/certificates.ts';
import { withLogin } from '#infra/adapters/eventstore/login.ts';
import { isBucket } from '#infra/adapters/objects/open-objects.ts';
import { roleName } from '#infra/adapters/postgres/roles.ts';
import { OF_STORE, takeFrom } from '#infra/setup/terminal.mjs';
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
  const { secrets, addresses } = settings;
  return {
    PUBLIC_URL: `http://localhost:${addresses.port}`,
    FILE_SCANNER_URL: 'none',
    ...commonEnvironment(settings),
    ...metricsPort(part, settings),
    HOST: '127.0.0.1',
    SMTP_URL: `smtp://127.0.0.1:${addresses.smtpPort}`,
    JWT_SECRET: secrets.jwtSecret,
    ADMIN_JWT_SECRET: secrets.adminJwtSecret,
    FILES_DIR: localFiles(settings),
    // The data in `.data/` is bound to these keys, and the addresses belong to the servers that were just started.
    DATA_ENCRYPTION_KEYS: secrets.dataEncryptionKeys,
    EVENT_MAC_KEYS: secrets.eventMacKeys,
    EVENT_MAC_SINCE: secrets.eventMacSince,
    NOTARY_KEYS: secrets.notaryKeys,
    DATABASE_URL: withLogin(addresses.databaseUrl, `giftledger_${part}`, passwordOf(secrets, 'Postgres', part)),
    EVENTSTORE_URL: addresses.isOtherEventStore
      ? addresses.eventstoreUrl
      : withLogin(addresses.eventstoreUrl, part, passwordOf(secrets, 'event store', part)),
    PORT: String(addresses.port),
    ...Object.fromEntries(withheldFrom(part).map((name) => [name, undefined])),
  };
}

/** On one machine each part needs a port of its own: METRICS_PORT and those after it, in this order. */
const METERED: readonly string[] = ['web', 'jobs', 'processes', 'projections', 'event-store'];

function metricsPort(of: string, { env = process.env }: LocalSettings): { readonly METRICS_PORT: string | undefined } {
  const place = METERED.indexOf(of);
  const isServed = Boolean(env.METRICS_PORT) && place >= 0;
  return { METRICS_PORT: isServed ? String(Number(env.METRICS_PORT) + place) : undefined };
}

/** The folder of the embedded stack, or the bucket that the terminal names. */
const localFiles = ({ dataDir, env = process.env }: LocalSettings): string =>
  isBucket(env.FILES_DIR ?? '') ? (env.FILES_DIR ?? '') : path.join(dataDir, 'files');

/** For the local mailbox, which has no secret of ours. */
export const mailboxEnvironment = (settings: LocalSettings): NodeJS.ProcessEnv =>
  withoutSecrets(commonEnvironment(settings));

export const mailboxOptions = ({ dataDir, addresses }: LocalSettings, isDemonstration: boolean): string[] => [
  ...['--port', String(addresses.mailboxPort), '--smtp-port', String(addresses.smtpPort)],
  ...['--folder', path.join(dataDir, 'mail')],
  ...(isDemonstration ? ['--demonstration'] : []),
];

/** For the embedded event store: it has its users, and its own login at Postgres. */
export function nodeEnvironment(settings: LocalSettings): NodeJS.ProcessEnv {
  const { secrets, addresses } = settings;
  return {
    ...withoutSecrets(commonEnvironment(settings)),
    ...metricsPort('event-store', settings),
    DATABASE_URL: withLogin(addresses.databaseUrl, roleName('events'), passwordOf(secrets, 'Postgres', 'events')),
    EVENTSTORE_ACCOUNTS: writtenAccounts(eventStoreAccounts(secrets)),
  };
}

export const nodeOptions = ({ addresses }: LocalSettings, certificateDir: string): string[] => [
  ...['--port', new URL(addresses.eventstoreUrl).port, '--certificate', certificateDir],
];

export const eventStoreAccounts = (secrets: LocalSecrets): Accounts =>
  Object.fromEntries(['admin', ...PART_NAMES].map((name) => [name, passwordOf(secrets, 'event store', name)]));

/** With the login of the event store's administrator; the node listens on this machine only. */
export function adminEventStoreUrl(secrets: LocalSecrets, port: number, { ca }: CertificateFiles): string {
  // Not by name: `localhost` is missing on some machines, and another address on others.
  const address = `esdb://127.0.0.1:${port}?tls=true&tlsCAFile=${encodeURIComponent(ca)}`;
  return withLogin(address, 'admin', passwordOf(secrets, 'event store', 'admin'));
}

const commonEnvironment = ({ dataDir, env = process.env, more = {} }: LocalSettings): NodeJS.ProcessEnv => ({
  ...takeFrom(env, 'SYSTEM', ...OF_STORE),
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
    [...withheldFrom('finance'), 'DATABASE_URL', 'EVENT_MAC_KEYS'].map((name) => [name, undefined]),
  ),
});
