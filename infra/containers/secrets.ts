/**
 * The secrets of docker-compose.yml: what is given (`.env`), else what is kept in a volume, else made at random. Each part
 * gets its own in a file of its own, beside the addresses of the servers with its accounts there.
 */
import { randomBytes } from 'node:crypto';
import { isLocalUrl } from '#infra/adapters/config/local.ts';
import { PART_NAMES, PARTS, type Part, variablesOf } from '#infra/adapters/config/parts.ts';
import { signedIn, withoutLogin } from '#infra/adapters/eventstore/login.ts';
import { ROLES_OF_PARTS } from '#infra/adapters/postgres/roles.ts';

type Variables = Readonly<Record<string, string | undefined>>;
/** A file for one container. `owner` is the number of the user that reads it there. */
type SecretFile = { readonly path: string; readonly owner: number; readonly text: string };

/** Users of the images. */
const NODE = 1000;
const EVENTSTORE = 1000;
const POSTGRES = 999;

const DATABASE = 'postgres:5432/giftledger?sslmode=verify-full&sslrootcert=/certificates/postgres/ca/ca.crt';
const OWN_EVENTSTORE = 'esdb://eventstore:2113?tls=true&tlsCAFile=/certificates/eventstore/ca/ca.crt';
const MAILBOX = 'smtp://mail:1025';

const upper = (name: string): string => name.toUpperCase();
const databasePassword = (role: string): string => `POSTGRES_${upper(role)}_PASSWORD`;
const eventStorePassword = (user: string): string => `EVENTSTORE_${upper(user)}_PASSWORD`;
const ofEventStore = PART_NAMES.map(eventStorePassword);
const ofDatabase = ROLES_OF_PARTS.map(databasePassword);
const MAC_VARIABLES = ['EVENT_MAC_KEY', 'EVENT_MAC_KEY_ID', 'EVENT_MAC_RETIRED_KEYS', 'EVENT_MAC_SINCE'];

const ofParts = [...new Set([...MAC_VARIABLES, ...PART_NAMES.flatMap(variablesOf)])].filter(
  (name) => name !== 'DATABASE_URL',
);
const isRandom = (name: string): boolean => /(_KEY|_SECRET)$/.test(name) && name !== 'NOTARY_RETIRED_KEY';
/** What existing data are bound to: another value makes them unreadable, or locks us out. */
const BOUND = [
  ...['POSTGRES_PASSWORD', 'EVENTSTORE_ADMIN_PASSWORD'],
  ...['DATA_ENCRYPTION_KEY', 'EVENT_MAC_KEY', 'NOTARY_KEY'],
];
const MADE = [
  ...['POSTGRES_PASSWORD', 'EVENTSTORE_ADMIN_PASSWORD', 'EVENTSTORE_OPS_PASSWORD'],
  ...[...ofDatabase, ...ofEventStore, ...ofParts.filter(isRandom)],
];

/** All that may be given, and is kept. */
export const SECRETS = [...new Set([...MADE, ...ofParts])];

/** Why no secrets are made; the message is for the person who starts the store. */
export class SecretsError extends Error {}

/**
 * Every secret by its name. An optional one that is given as empty is left out, and not kept.
 * @param options.hasData the servers' volumes hold data of before
 * @throws SecretsError where data would be lost or a mail would reach nobody
 */
export function completeSecrets(given: Variables, kept: Variables, options: { hasData: boolean }): Variables {
  const present = Object.fromEntries(
    SECRETS.flatMap((name) => {
      // A key is never taken away by an empty line.
      const value = MADE.includes(name) ? given[name] || kept[name] : (given[name] ?? kept[name]);
      if (!value) return [];
      if (/['\r\n]/.test(value))
        throw new SecretsError(`${name} has a quote or a line break, which no secret may have.`);
      return [[name, value]];
    }),
  );
  const lost = BOUND.filter((name) => !present[name]);
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
  const made = Object.fromEntries(MADE.map((name) => [name, randomSecret(name)]));
  return { ...made, ...present };
}

/** A password stands in addresses. */
const randomSecret = (name: string): string =>
  name.endsWith('_PASSWORD') ? randomBytes(24).toString('base64url') : randomBytes(32).toString('base64');

/**
 * The files of all containers.
 * @param eventStore an administrator's address of a server of one's own; without it, the server of docker-compose.yml
 */
export function filesOf(secrets: Variables, eventStore: string | undefined): SecretFile[] {
  const address = eventStore ?? OWN_EVENTSTORE;
  const eventStoreOf = (user: string) =>
    signedIn(withoutLogin(address), {
      EVENTSTORE_USER: user,
      EVENTSTORE_PASSWORD: secrets[eventStorePassword(user)],
    });
  const pick = (names: readonly string[]): Variables => Object.fromEntries(names.map((name) => [name, secrets[name]]));
  const ofPart = (part: Part): Variables => ({
    ...(PARTS[part].secrets.length > 0
      ? { DATABASE_URL: `postgresql://giftledger_${part}:${secrets[databasePassword(part)]}@${DATABASE}` }
      : {}),
    EVENTSTORE_URL: eventStoreOf(part),
    ...pick([...MAC_VARIABLES, ...variablesOf(part).filter((name) => name !== 'DATABASE_URL')]),
    ...(variablesOf(part).includes('SMTP_URL') ? { SMTP_URL: secrets.SMTP_URL ?? MAILBOX } : {}),
  });
  const file = (name: string, values: Variables, owner = NODE): SecretFile => ({
    ...{ path: `${name}/part.env`, owner },
    text: envFile(values),
  });
  return [
    ...PART_NAMES.map((part) => file(part, ofPart(part))),
    file('migrations', {
      DATABASE_URL: `postgresql://giftledger:${secrets.POSTGRES_PASSWORD}@${DATABASE}`,
      ...pick(ofDatabase),
    }),
    file('access', { EVENTSTORE_ADMIN_URL: eventStore ?? eventStoreOf('admin'), ...pick(ofEventStore) }),
    file(
      'eventstore',
      {
        EVENTSTORE_DEFAULT_ADMIN_PASSWORD: secrets.EVENTSTORE_ADMIN_PASSWORD,
        EVENTSTORE_DEFAULT_OPS_PASSWORD: secrets.EVENTSTORE_OPS_PASSWORD,
      },
      EVENTSTORE,
    ),
    { path: 'postgres/password', owner: POSTGRES, text: secrets.POSTGRES_PASSWORD ?? '' },
  ];
}

/** As Node, a shell and compose read it. Variables without a value are left out. */
export const envFile = (values: Variables): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (value ? [`${name}='${value}'\n`] : []))
    .join('');
