import { isIP } from 'node:net';
import { z } from 'zod';
import { serversIn } from '#infra/connect/primary.ts';
import { readsFromStandby } from '#infra/connect/standby.ts';
import { eventMacVariables } from './event-macs.ts';
import { numberedKeys, plainKeys } from './keys.ts';
import { parsed } from './parsed.ts';
import type { Secret } from './parts.ts';
import { NO_LIMIT, NO_SCANNER } from './production.ts';

export const portNumber = z.coerce
  .number({ error: 'expected a port number' })
  .int('expected a port number')
  .min(0, 'expected a port number from 0 to 65535')
  .max(65_535, 'expected a port number from 0 to 65535');
const port = (fallback: number) => portNumber.default(fallback);

const positiveInt = (fallback: number, what: string) =>
  z.coerce
    .number({ error: `expected a number of ${what}` })
    .int(`expected a whole number of ${what}`)
    .positive(`expected a positive number of ${what}`)
    .default(fallback);

const trimmed = (text: string): string[] => text.split(',').flatMap((entry) => entry.trim() || []);

const address = (example: string, isRight: (value: string) => boolean) => {
  const error = `expected an address such as ${example}`;
  return z.string({ error }).refine(isRight, { error });
};

const url = (protocols: string[], example: string) =>
  address(example, (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol));

/**
 * Postgres accepts socket directories as an encoded host, and several hosts, which the URL class refuses: only the scheme is checked here, and
 * that nobody asks for another server than the primary, or reads from a standby that the address does not name.
 */
export const postgresUrl = address(
  'postgresql://user:password@host:5432/database',
  (value) =>
    /^postgres(ql)?:\/\/.+/.test(value) &&
    !/[?&]target_session_attrs=(?!read-write|primary)/.test(value) &&
    (!/[?&]reads=/.test(value) || (readsFromStandby(value) && serversIn(value).length > 1)),
);

/** A cluster's string lists several hosts, which the URL class refuses too. */
const eventStoreUrl = address('esdb://host:2113?tls=false', (value) =>
  /^(esdb|kurrentdb)(\+discover)?:\/\/.+/.test(value),
);

const MIN_SECRET_CHARS = 32;
const secretText = `expected a random secret of at least ${MIN_SECRET_CHARS} characters`;
const secret = z.string({ error: secretText }).min(MIN_SECRET_CHARS, { error: secretText });

/** A number of proxies, or their addresses; false for none. */
const trustProxy = parsed(
  '',
  'expected a number of proxies such as 1, or addresses and networks such as 10.0.0.0/8',
  (value): number | string[] | false | undefined => {
    if (value === '' || value === '0') return false;
    if (/^[1-9]$/.test(value)) return Number(value);
    const parts = value.split(',').map((part) => part.trim());
    return parts.every(isNetwork) ? parts : undefined;
  },
);

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** Requests a minute of one address, and those of them that could guess a password. */
type RateLimit = { readonly all: number; readonly signIns: number };
/** In place of both numbers where they are lifted. */
const LIFTED: RateLimit = { all: 1_000_000, signIns: 1_000_000 };

const rateLimit = parsed(
  '600,20',
  `expected two whole numbers such as 600,20, or ${NO_LIMIT}`,
  (text): RateLimit | undefined => {
    if (text === NO_LIMIT) return LIFTED;
    const [, all, signIns] = /^\s*([1-9]\d{0,6})\s*,\s*([1-9]\d{0,6})\s*$/.exec(text) ?? [];
    return all === undefined ? undefined : { all: Number(all), signIns: Number(signIns) };
  },
);

type Witness = { readonly key: string; readonly url: string };
const logHeadsTo = parsed(
  '',
  'expected mail addresses, verifier keys each with its address (https), and one folder at most, comma-separated',
  (text) => {
    const folders: string[] = [];
    const mails: string[] = [];
    const witnesses: Witness[] = [];
    for (const entry of trimmed(text)) {
      const [, key, url = ''] = /^([^+ ]+\+[0-9a-f]{8}\+\S+) +(https?:\S+)$/.exec(entry) ?? [];
      if (/^\.{0,2}\//.test(entry)) folders.push(entry);
      else if (z.email().safeParse(entry).success) mails.push(entry);
      else if (key !== undefined && URL.canParse(url)) witnesses.push({ key, url });
      else return undefined;
    }
    return folders.length > 1 ? undefined : { folder: folders[0], mails, witnesses };
  },
);

/** `?from=Name <address>` of the address of the mail server. */
export const senderIn = (smtpUrl: string): string | undefined => new URL(smtpUrl).searchParams.get('from') ?? undefined;
const isSender = (text: string | undefined) =>
  text === undefined || /^(?:[^<>@]*<[^@<>\s]+@[^@<>\s]+>|[^@<>\s]+@[^@<>\s]+)$/.test(text);

/**
 * Every variable that the parts of the store read; those of its installation are in installation.ts, and nothing else is set by an
 * operator. `npm run docs:variables` writes docs/operations.md from both. Messages contain what was expected, and never the value: it may be a secret.
 */
export const variables = z.object({
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'expected trace, debug, info, warn, error, fatal or silent',
    })
    .default('info')
    .describe('Least level that is logged.'),

  DATABASE_URL: postgresUrl.describe(
    'Postgres, with the role of the part: read models, accounts, catalogue, jobs. With a standby it names both, `postgresql://user:password@one:5432,two:5432/database`: the parts write to the one that is the primary. With `reads=standby` behind it (`?reads=standby`), lists are read from the other one. In containers: of a server of your own, with its owner.',
  ),
  DATABASE_POOL_MAX: positiveInt(6, 'connections').describe(
    'Most connections to Postgres that the pool of requests opens; the one of the adapters opens half as many.',
  ),
  EVENTSTORE_URL: eventStoreUrl.describe(
    'EventStoreDB, KurrentDB or the embedded node, with the user of the part: `esdb://web:password@host:2113?tls=true&tlsCAFile=…`.',
  ),
  LEDGER_CACHE_MB: positiveInt(64, 'megabytes').describe(
    'Memory in which each `web` keeps states of wallets and documents. What does not fit is read from its stream again.',
  ),

  SMTP_URL: url(['smtp:', 'smtps:'], 'smtp://user:password@host:587')
    .refine((value) => !URL.canParse(value) || isSender(senderIn(value)), {
      error: 'expected a sender such as ?from=Giftledger <no-reply@example.com> at its end, with %26 for &',
    })
    .describe(
      'Where mails are sent. `?from=Name <address>` at its end is the sender of mails to administrators, and of all while the settings name none; `no-reply` at the host of PUBLIC_URL where it is left out.',
    ),

  HOST: z
    .string()
    .min(1, { error: 'expected a host to listen on, such as 127.0.0.1' })
    .default('127.0.0.1')
    .describe('Address on which `web` listens.'),
  PORT: port(3000).describe('Port on which `web` listens; of containers, on this machine.'),
  PUBLIC_URL: url(['http:', 'https:'], 'https://shop.example.com')
    .optional()
    .describe(
      'Address of the store as browsers see it: for links in mails, for cookies (Secure under https) and for requests from other origins. `http://localhost:<PORT>` where it is not set. Any other host than this machine counts as production, which asks for https, random secrets, limits of requests, and TLS and good passwords on the way to other machines. A store on this machine may send webhooks to it, and its changes of settings do not wait until an owner sets how long.',
    ),
  METRICS_PORT: portNumber
    .optional()
    .describe(
      "Port of Prometheus' `/metrics`, which the public must not reach. Without it there are no metrics. With `npm start`, `web` has it; jobs, processes, read models and the event store have the four ports after it.",
    ),
  DRAIN_SECONDS: z.coerce
    .number({ error: 'expected a number of seconds' })
    .int()
    .min(0)
    .max(60)
    .default(0)
    .describe(
      'How long a `web` that was asked to stop still serves. Its readiness is red at once, so that a balancer takes it out before it closes: more seconds than between two checks of the balancer.',
    ),
  TRUST_PROXY: trustProxy.describe(
    "Whose `X-Forwarded-For` is believed, to know a client's address: how many proxies stand before the API (`1`), or their addresses and networks (`10.0.0.0/8,fd00::/8`). Nobody's where it is not set.",
  ),
  RATE_LIMIT: rateLimit.describe(
    'Requests a minute that one address may send to all servers together: all of them, and those for sign-in, codes and password resets. `off` lifts both, for browser tests, which act faster than people; production refuses it.',
  ),
  FILES_DIR: z
    .string()
    .min(1)
    .default('.data/files')
    .describe(
      'Where uploaded files are: a folder that all processes share, or a bucket with its key, as in BACKUP_TO.',
    ),
  FILE_SCANNER_URL: z
    .preprocess((value) => (value === NO_SCANNER ? undefined : value), url(['tcp:'], 'tcp://clamav:3310').optional())
    .describe(
      "Where ClamAV's daemon listens. It looks through each upload; while it is away, none is taken. Without it, or with `none`, uploads are not scanned; production asks for one of both.",
    ),

  JWT_SECRET: secret.describe("Signs customers' access tokens."),
  ADMIN_JWT_SECRET: secret.describe("Signs administrators' access tokens. Another one than JWT_SECRET."),

  DATA_ENCRYPTION_KEYS: numberedKeys.describe(
    "Keys for gift codes, banking details and customers' own keys: `number:key`, comma-separated, the newest first. The first one encrypts, the others only decrypt what they encrypted. The number is stored with each value. Without its key a value cannot be read again.",
  ),
  ...eventMacVariables,
  NOTARY_KEYS: plainKeys.describe(
    'Keys that sign the head of the log (Ed25519), comma-separated, the newest first: one, and while it is replaced the one before it, which signs, too. A check of a statement trusts these keys alone, so no other part has them.',
  ),

  LOG_HEADS_TO: logHeadsTo.describe(
    'Where each signed head of the log goes besides the database, comma-separated: mail addresses (of an auditor), a folder that begins with `/` or `./` (for whatever copies it elsewhere), and witnesses that sign it, too (c2sp.org/tlog-witness), such as `witness.example/w1+4c9d2d77+BJf… https://witness.example`.',
  ),

  BACKUP_TO: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Where `npm run backup` keeps its backup: a folder, or a bucket with its key, `s3://key:secret@bucket/prefix?region=eu-central-1`, at another provider than Amazon with `&endpoint=https://…`. `--to` names another place.',
    ),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[0-9a-z, ]+$/, { error: 'expected public keys of age (age1…), comma-separated' })
    .optional()
    .describe(
      'Public keys of age for which the backup is encrypted, comma-separated. The secret key is kept elsewhere: this machine need not read its own backup.',
    ),
});

type All = z.output<typeof variables>;
/** Of the secrets, only those that the part has. */
export type Environment = Omit<All, Secret> & Partial<Pick<All, Secret>>;

/** The rules between variables. */
export function refuseContradictions(env: Environment, context: z.RefinementCtx): void {
  const refuse = (name: keyof Environment, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (env.ADMIN_JWT_SECRET !== undefined && env.ADMIN_JWT_SECRET === env.JWT_SECRET) {
    refuse(
      'ADMIN_JWT_SECRET',
      'expected another secret than JWT_SECRET, or a customer could sign in as an administrator',
    );
  }
  const dataKeys = keysOf(env.DATA_ENCRYPTION_KEYS);
  const macKeys = keysOf(env.EVENT_MAC_KEYS);
  const refuseShared = (
    name: keyof Environment,
    keys: readonly Buffer[],
    others: readonly Buffer[],
    message: string,
  ) => {
    if (keys.some((key) => others.some((other) => key.equals(other)))) refuse(name, message);
  };
  refuseShared(
    'NOTARY_KEYS',
    env.NOTARY_KEYS ?? [],
    macKeys,
    'expected other keys than those of EVENT_MAC_KEYS, which every part has',
  );
  refuseShared('EVENT_MAC_KEYS', macKeys, dataKeys, 'expected other keys than those of DATA_ENCRYPTION_KEYS');
}

const keysOf = (ring: All['EVENT_MAC_KEYS']): Buffer[] =>
  ring === undefined ? [] : [ring.current, ...ring.retired].map(({ key }) => key);
