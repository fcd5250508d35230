/**
 * The secrets of docker-compose.yml: what is given (`.env`), else what is kept in a volume, else made at random. Each part
 * gets its own in a file of its own, beside the addresses of the servers with its accounts there.
 */
import { randomBytes } from 'node:crypto';
import { type Accounts, accounts, writtenAccounts } from '#infra/adapters/config/accounts.ts';
import { describeProblems } from '#infra/adapters/config/config-error.ts';
import { isLocalUrl } from '#infra/adapters/config/local.ts';
import { PART_NAMES, PARTS, type Part, variablesOf } from '#infra/adapters/config/parts.ts';
import { renamedIn } from '#infra/adapters/config/renamed-variables.ts';
import { signedIn, withoutLogin } from '#infra/adapters/eventstore/login.ts';
import { ROLES_OF_PARTS } from '#infra/adapters/postgres/roles.ts';
import type { OwnServers } from './own-servers.ts';
import { SecretsError } from './secrets-error.ts';

type Variables = Readonly<Record<string, string | undefined>>;
/** A file for one container. `owner` is the number of the user that reads it there. */
type SecretFile = { readonly path: string; readonly owner: number; readonly text: string };

/** Users of the images. */
const NODE = 1000;
const EVENTSTORE = 1000;
const POSTGRES = 999;

const POSTGRES_HERE =
  'postgresql://postgres:5432/giftledger?sslmode=verify-full&sslrootcert=/certificates/postgres/ca/ca.crt';
const EVENTSTORE_HERE = 'esdb://eventstore:2113?tls=true&tlsCAFile=/certificates/eventstore/ca/ca.crt';
const MAILBOX = 'smtp://mail:1025';
/** Volumes, where the address of no bucket is given. */
const PLACES = { BACKUP_TO: '/backups', FILES_DIR: '/files' };

/** Who has a password at each server; the first one is bound to its data. */
const ACCOUNTS = {
  DATABASE_ACCOUNTS: ['owner', ...ROLES_OF_PARTS],
  EVENTSTORE_ACCOUNTS: ['admin', 'ops', ...PART_NAMES],
} as const;
const SERVERS = Object.keys(ACCOUNTS) as (keyof typeof ACCOUNTS)[];
const OF_EVENTS = ['EVENT_MAC_KEYS', 'EVENT_MAC_SINCE'];
/** Existing data cannot be read, or proven, without the same ones. */
const KEYS = ['DATA_ENCRYPTION_KEYS', 'EVENT_MAC_KEYS', 'NOTARY_KEYS'];
const MADE = [...KEYS, 'JWT_SECRET', 'ADMIN_JWT_SECRET'];
const ELSEWHERE = ['EVENT_MAC_SINCE', 'SMTP_URL', ...Object.keys(PLACES)];

/** All that may be given, and is kept. */
export const SECRETS = [...SERVERS, ...MADE, ...ELSEWHERE];

/**
 * Every secret by its name. An optional one that is given as empty is left out, and not kept.
 * @param options.hasData the servers' volumes hold data of before
 * @throws SecretsError where data would be lost or a mail would reach nobody, and for secrets under the names of before 0.2.0
 */
export function completeSecrets(given: Variables, kept: Variables, options: { hasData: boolean }): Variables {
  const earlier = (variables: Variables) => renamedIn(variables, 'parts', 'migrations', 'access', 'containers');
  if (earlier(kept).length > 0) {
    throw new SecretsError(
      'The volumes hold secrets of a version before 0.2.0, and every update passes through 0.2.0, which gives them their names of now. Nothing was changed. Start 0.2.0 first, then this version: docs/runbooks/upgrade.md.',
    );
  }
  const renamed = earlier(given);
  if (renamed.length > 0) {
    throw new SecretsError(
      `${describeProblems(given, undefined, renamed)}\nThese lines are in .env. Secrets that an earlier version made are kept under their new names: a line that only repeats one can go.`,
    );
  }
  const present: Record<string, string> = {};
  for (const name of [...MADE, ...ELSEWHERE]) {
    // A key is never taken away by an empty line.
    const value = MADE.includes(name) ? given[name] || kept[name] : (given[name] ?? kept[name]);
    if (value) present[name] = checked(name, value);
  }
  const known = Object.fromEntries(
    SERVERS.map((name) => [name, { ...readAccounts(name, kept[name]), ...readAccounts(name, given[name]) }]),
  );
  const lost = [
    ...SERVERS.flatMap((name) =>
      known[name]?.[ACCOUNTS[name][0]] ? [] : [`the password of ${ACCOUNTS[name][0]} in ${name}`],
    ),
    ...KEYS.filter((name) => !present[name]),
  ];
  if (options.hasData && lost.length > 0) {
    throw new SecretsError(
      `The volumes hold data, and ${lost.join(', ')} of these data ${lost.length > 1 ? 'are' : 'is'} gone. Nothing was changed. Put the copy of the secrets that was kept into .env, and start again.`,
    );
  }
  if (given.PUBLIC_URL && !isLocalUrl(given.PUBLIC_URL) && !present.SMTP_URL) {
    throw new SecretsError(
      `PUBLIC_URL is ${given.PUBLIC_URL}, and no SMTP_URL says who sends mails: nobody could prove an address or get a password. Set SMTP_URL in .env.`,
    );
  }
  const ofServers = SERVERS.map((name) => {
    const made = Object.fromEntries(ACCOUNTS[name].map((user) => [user, randomBytes(24).toString('base64url')]));
    return [name, writtenAccounts({ ...made, ...known[name] })];
  });
  return {
    ...Object.fromEntries(ofServers),
    ...Object.fromEntries(MADE.map((name) => [name, randomSecret(name)])),
    ...present,
  };
}

function readAccounts(name: string, text: string | undefined): Accounts {
  const parsed = accounts.safeParse(text ? checked(name, text) : undefined);
  if (parsed.success) return parsed.data;
  throw new SecretsError(
    describeProblems({ [name]: text }, undefined, [{ name, message: parsed.error.issues[0]?.message ?? '' }]),
  );
}

function checked(name: string, value: string): string {
  if (/['\r\n]/.test(value)) throw new SecretsError(`${name} has a quote or a line break, which no secret may have.`);
  return value;
}

/** Numbered keys begin with the first number. */
const randomSecret = (name: string): string =>
  `${name.endsWith('_KEYS') && name !== 'NOTARY_KEYS' ? '1:' : ''}${randomBytes(32).toString('base64')}`;

/**
 * The files of all containers.
 * @param own servers that are run elsewhere; for another one, that of docker-compose.yml
 */
export function filesOf(secrets: Variables, own: OwnServers): SecretFile[] {
  const postgres = withoutLogin(own.database ?? POSTGRES_HERE);
  const eventStore = withoutLogin(own.eventStore ?? EVENTSTORE_HERE);
  const ofDatabase = readAccounts('DATABASE_ACCOUNTS', secrets.DATABASE_ACCOUNTS);
  const ofEventStore = readAccounts('EVENTSTORE_ACCOUNTS', secrets.EVENTSTORE_ACCOUNTS);
  const only = (from: Accounts, users: readonly string[]) =>
    writtenAccounts(Object.fromEntries(users.map((user) => [user, from[user]])));
  const eventStoreOf = (user: string) => signedIn(eventStore, user, ofEventStore[user] ?? '');
  const pick = (names: readonly string[]): Variables => Object.fromEntries(names.map((name) => [name, secrets[name]]));
  const ofPart = (part: Part): Variables => ({
    ...(PARTS[part].secrets.length > 0
      ? { DATABASE_URL: signedIn(postgres, `giftledger_${part}`, ofDatabase[part] ?? '') }
      : {}),
    EVENTSTORE_URL: eventStoreOf(part),
    ...pick([...OF_EVENTS, ...variablesOf(part).filter((name) => name !== 'DATABASE_URL')]),
    ...(variablesOf(part).includes('SMTP_URL') ? { SMTP_URL: secrets.SMTP_URL ?? MAILBOX } : {}),
    ...Object.fromEntries(
      Object.entries(PLACES).flatMap(([name, volume]) =>
        variablesOf(part).includes(name) ? [[name, secrets[name] ?? volume]] : [],
      ),
    ),
  });
  const file = (name: string, values: Variables, owner = NODE): SecretFile => ({
    path: `${name}/part.env`,
    owner,
    text: envFile(values),
  });
  return [
    ...PART_NAMES.map((part) => file(part, ofPart(part))),
    file('migrations', {
      DATABASE_URL: own.database ?? signedIn(postgres, 'giftledger', ofDatabase.owner ?? ''),
      DATABASE_ACCOUNTS: only(ofDatabase, ROLES_OF_PARTS),
    }),
    file('access', {
      EVENTSTORE_URL: own.eventStore ?? eventStoreOf('admin'),
      EVENTSTORE_ACCOUNTS: only(ofEventStore, PART_NAMES),
    }),
    file(
      'eventstore',
      {
        EVENTSTORE_DEFAULT_ADMIN_PASSWORD: ofEventStore.admin,
        EVENTSTORE_DEFAULT_OPS_PASSWORD: ofEventStore.ops,
      },
      EVENTSTORE,
    ),
    { path: 'postgres/password', owner: POSTGRES, text: ofDatabase.owner ?? '' },
  ];
}

/** As Node, a shell and compose read it. Variables without a value are left out. */
export const envFile = (values: Variables): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (value ? [`${name}='${value}'\n`] : []))
    .join('');
