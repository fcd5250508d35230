import { isIP } from 'node:net';
import { z } from 'zod';
import { eventMacVariables } from './event-macs.ts';
import { key, keyId, retiredKeys } from './keys.ts';
import { parsed, readEach } from './parsed.ts';
import type { Secret } from './parts.ts';
import { NO_SCANNER } from './production.ts';

const portNumber = z.coerce
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
 * Postgres accepts socket directories as an encoded host, which the URL class refuses: only the scheme is checked here.
 */
const postgresUrl = address('postgresql://user:password@host:5432/database', (value) =>
  /^postgres(ql)?:\/\/.+/.test(value),
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

/** `<verifier key> <address>, …` */
const witnesses = parsed('', 'expected a verifier key and an address for each, comma-separated', (value) =>
  readEach(trimmed(value), (pair) => {
    const [key = '', url = '', ...rest] = pair.split(/ +/);
    return rest.length === 0 && /^[^+]+\+[0-9a-f]{8}\+\S+$/.test(key) && /^https?:/.test(url) && URL.canParse(url)
      ? { key, url }
      : undefined;
  }),
);

const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0'], { error: 'expected true or false' })
    .default(fallback ? 'true' : 'false')
    .transform((value) => value === 'true' || value === '1');

/**
 * Every variable of the environment with its purpose: `npm run docs:variables` writes docs/operations.md from it.
 * Messages contain what was expected, and never the value: it may be a secret.
 */
export const variables = z.object({
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'expected trace, debug, info, warn, error, fatal or silent',
    })
    .default('info')
    .describe('Least level that is logged.'),

  DATABASE_URL: postgresUrl.describe('Postgres: read models, accounts, catalogue, jobs; with the role of the part.'),
  DATABASE_POOL_MAX: positiveInt(10, 'connections').describe('Most connections of one pool of a process.'),
  EVENTSTORE_URL: eventStoreUrl.describe(
    'EventStoreDB, KurrentDB or the embedded node, with the user of the part: `esdb://web:password@host:2113?tls=true&tlsCAFile=…`.',
  ),
  LEDGER_CACHE_MB: positiveInt(64, 'megabytes').describe(
    'Memory of each BFF for states of wallets and documents. What does not fit is read from its stream again.',
  ),

  SMTP_URL: url(['smtp:', 'smtps:'], 'smtp://user:password@host:587').describe('Where mails are sent.'),
  MAIL_FROM: z
    .string()
    .min(3, { error: 'expected a sender such as Giftledger <no-reply@example.com>' })
    .optional()
    .describe(
      'Sender of the mails to administrators, and of all while the settings name none; `no-reply` at the host of PUBLIC_URL where it is not set.',
    ),

  HOST: z
    .string()
    .min(1, { error: 'expected a host to listen on, such as 127.0.0.1' })
    .default('127.0.0.1')
    .describe('Address that the API listens on.'),
  PORT: port(3000).describe('Port that the API listens on.'),
  PUBLIC_URL: url(['http:', 'https:'], 'https://shop.example.com')
    .optional()
    .describe(
      'Address of the store as browsers see it: for links in mails, for cookies (Secure under https) and for requests from other origins. `http://localhost:<PORT>` where it is not set. Any other host than this machine counts as production: then https, random secrets, the normal limits, and TLS and good passwords on the way to other machines are required.',
    ),
  METRICS_PORT: portNumber
    .optional()
    .describe("Port of Prometheus' `/metrics`, closed to the public. Without it there are none."),
  DRAIN_SECONDS: z.coerce
    .number({ error: 'expected a number of seconds' })
    .int()
    .min(0)
    .max(60)
    .default(0)
    .describe(
      'How long a BFF that was asked to stop still serves while its readiness is red, so that a balancer takes it out before it closes: more than the pause between two checks of the balancer.',
    ),
  HEARTBEAT_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'File that projections, processes and jobs write every 5 seconds while they are at work, for health checks of containers.',
    ),
  TRUST_PROXY: trustProxy.describe(
    "Whose `X-Forwarded-For` is believed, to know a client's address: how many proxies stand before the API (`1`), or their addresses and networks (`10.0.0.0/8,fd00::/8`). Nobody's where it is not set.",
  ),
  RATE_LIMIT: z
    .enum(['normal', 'relaxed'], { error: 'expected normal or relaxed' })
    .default('normal')
    .describe('`relaxed` lifts both limits of requests: for browser tests, which act faster than people.'),
  WEBHOOK_LOOPBACK: flag(false).describe(
    'Webhooks may go to addresses of this machine, by http too: for a store that runs beside its own receiver. Elsewhere only to public https addresses.',
  ),
  SETTINGS_WAIT: flag(true).describe(
    'Changes of settings that concern money wait 24 hours until an owner sets another wait. `false`: until then they do not wait, for a store on a developer’s own machine.',
  ),
  WEB_DIR: z.string().min(1).default('dist/web').describe('Folder of the built screens.'),
  FILES_DIR: z.string().min(1).default('.data/files').describe('Folder of uploaded files. All processes share it.'),
  FILE_SCANNER_URL: z
    .preprocess((value) => (value === NO_SCANNER ? undefined : value), url(['tcp:'], 'tcp://clamav:3310').optional())
    .describe(
      "Where ClamAV's daemon listens. It looks through each upload; while it is away, none is taken. Without it, or with `none`, uploads are not scanned; production asks for one of both.",
    ),

  JWT_SECRET: secret.describe("Signs customers' access tokens."),
  ADMIN_JWT_SECRET: secret.describe("Signs administrators' access tokens. Another one than JWT_SECRET."),
  RATE_LIMIT_PER_MINUTE: positiveInt(600, 'requests').describe(
    'Requests that one address may send, to all BFFs together.',
  ),
  AUTH_RATE_LIMIT_PER_MINUTE: positiveInt(20, 'requests').describe('The same for sign-in, codes and password resets.'),

  DATA_ENCRYPTION_KEY: key.describe(
    "Encrypts gift codes, banking details and customers' keys: 32 random bytes in base64. Without it they cannot be read again.",
  ),
  DATA_ENCRYPTION_KEY_ID: keyId.describe('Number of that key, 1 to 255; it is stored with each value.'),
  DATA_ENCRYPTION_RETIRED_KEYS: retiredKeys.describe(
    'Earlier keys as `id:key`, comma-separated. They decrypt what they encrypted and encrypt nothing new.',
  ),
  ...eventMacVariables,
  NOTARY_KEY: key.describe(
    'Signs the head of the log (Ed25519): 32 random bytes in base64. A check of a statement trusts this key alone, so no other part has it.',
  ),
  NOTARY_RETIRED_KEY: key
    .optional()
    .describe('The key before NOTARY_KEY, while it is replaced: each head is signed by both. Empty afterwards.'),

  LOG_WITNESSES: witnesses.describe(
    'Who signs each head of the log too: verifier key and address of a witness (c2sp.org/tlog-witness), a space between, such as `witness.example/w1+4c9d2d77+BJf… https://witness.example`, comma-separated.',
  ),
  LOG_HEADS_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('Folder to which the notary writes each head of the log, for whatever copies it elsewhere.'),
  LOG_HEADS_MAIL: z
    .string()
    .default('')
    .transform(trimmed)
    .pipe(z.array(z.email({ error: 'expected mail addresses, comma-separated' })))
    .describe('Who gets each head of the log by mail and keeps it, such as an auditor: addresses, comma-separated.'),

  BACKUP_TO: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Where `npm run backup` keeps its backup: a folder, or `s3://bucket/prefix`. `--to` names another place.',
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
  const refuseEqual = (name: keyof Environment, other: keyof Environment, message: string) => {
    if (env[name] !== undefined && env[name] === env[other]) refuse(name, message);
  };
  refuseEqual(
    'ADMIN_JWT_SECRET',
    'JWT_SECRET',
    'expected another secret than JWT_SECRET, or a customer could sign in as an administrator',
  );
  for (const name of ['DATA_ENCRYPTION', 'EVENT_MAC'] as const) {
    if (env[`${name}_RETIRED_KEYS`]?.some((key) => key.id === env[`${name}_KEY_ID`])) {
      refuse(`${name}_KEY_ID`, 'expected an id that no retired key has');
    }
  }
  refuseEqual('NOTARY_KEY', 'EVENT_MAC_KEY', 'expected another key than EVENT_MAC_KEY, which every part has');
  refuseEqual('NOTARY_RETIRED_KEY', 'NOTARY_KEY', 'expected the key before NOTARY_KEY, which is another one');
  refuseEqual('EVENT_MAC_KEY', 'DATA_ENCRYPTION_KEY', 'expected another key than DATA_ENCRYPTION_KEY');
}
