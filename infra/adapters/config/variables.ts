import { isIP } from 'node:net';
import { z } from 'zod';
import { type Policy, parsePolicy, policyProblem } from '#core/aggregates/policy.ts';
import { isBic, isIban, type PayoutAccounts } from '#core/finance/bank/iban.ts';
import { VOUCHER_KINDS } from '#core/finance/invoices/vat.ts';
import { BASE_CURRENCY, type Currency, DEFAULT_CURRENCIES, isCurrency } from '#core/kernel/money/currencies.ts';
import { decimalToMinor, minorOf } from '#core/kernel/money/decimals.ts';
import {
  type AmountsByCurrency,
  multiplyHalfEven,
  parsePercentage,
  parseRatio,
  type Rates,
} from '#core/kernel/money/rates.ts';
import { eventMacVariables } from './event-macs.ts';
import { key, keyId, retiredKeys } from './keys.ts';
import { filled, parsed, readEach } from './parsed.ts';
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

/** `30,60,90`, or `none`. */
const wholeNumbers = (fallback: string, what: string) =>
  parsed(fallback, `expected whole numbers of ${what}, comma-separated, or none`, (value) =>
    value === 'none'
      ? []
      : readEach(value.split(','), (part) => (/^[1-9]\d{0,3}$/.test(part.trim()) ? Number(part) : undefined)),
  );

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

const decimal = (fallback: string, what: string) =>
  z
    .string()
    .regex(/^\d{1,6}(\.\d{1,8})?$/, { error: `expected ${what} as a decimal such as ${fallback}` })
    .default(fallback);

const percent = (fallback: string) =>
  decimal(fallback, 'a percentage').refine((value) => Number(value) <= 100, {
    error: 'expected a percentage up to 100',
  });

const MIN_SECRET_CHARS = 32;
const secretText = `expected a random secret of at least ${MIN_SECRET_CHARS} characters`;
const secret = z.string({ error: secretText }).min(MIN_SECRET_CHARS, { error: secretText });

/** `USD,EUR,JPY`: rows of the table of currencies. */
const currencies = parsed(
  DEFAULT_CURRENCIES.join(','),
  `expected codes of core/kernel/money/currencies.ts, comma-separated, ${BASE_CURRENCY} among them`,
  (value) => {
    const codes = [...new Set(value.split(',').map((code) => code.trim()))];
    return codes.every(isCurrency) && codes.includes(BASE_CURRENCY) ? codes : undefined;
  },
);

/** Undefined if one of the texts is not read. */
const byCurrency = <Value>(texts: string[], read: (text: string) => [Currency, Value] | undefined) => {
  const found = readEach(texts, read);
  return found && (Object.fromEntries(found) as Partial<Record<Currency, Value>>);
};

/** `EUR/USD=1.1,JPY/USD=0.0067`: what one unit of each currency is worth in the base currency. */
const rates = parsed(
  '',
  `expected rates to ${BASE_CURRENCY} above zero, comma-separated, such as EUR/${BASE_CURRENCY}=1.1`,
  (value): Rates | undefined =>
    byCurrency(filled(value), (pair) => {
      const [, code = '', base, rate = ''] = /^\s*([A-Z]{3})\/([A-Z]{3})=(\d{1,6}(?:\.\d{1,8})?)\s*$/.exec(pair) ?? [];
      return isCurrency(code) && base === BASE_CURRENCY && Number(rate) > 0 ? [code, rate] : undefined;
    }),
);

/** `EUR=DE89370400440532013000/COBADEFFXXX`: the account and the BIC that payouts of each currency leave from. */
const payoutAccounts = parsed(
  '',
  'expected accounts with their BICs, comma-separated, such as EUR=DE89370400440532013000/COBADEFFXXX; in euros an IBAN',
  (value): PayoutAccounts | undefined =>
    byCurrency(filled(value), (pair) => {
      const [, code = '', account = '', bic = ''] =
        /^\s*([A-Z]{3})=([A-Z0-9]{4,34})\/([A-Z0-9]{8,11})\s*$/.exec(pair) ?? [];
      const isRead = isCurrency(code) && isBic(bic) && (code !== 'EUR' || isIban(account));
      return isRead ? [code, { account, bic }] : undefined;
    }),
);

/** `USD=10000,EUR=9000`: an amount for some currencies, always for the base currency, in minor units. */
const amounts = (fallback: string) =>
  parsed(
    fallback,
    `expected amounts by currency, ${BASE_CURRENCY} among them, such as ${fallback}`,
    (value): AmountsByCurrency | undefined => {
      const read = byCurrency(value.split(','), (pair) => {
        const [code = '', decimal = ''] = pair.trim().split('=');
        const amount = isCurrency(code) ? decimalToMinor(decimal, code) : undefined;
        return isCurrency(code) && amount !== undefined ? [code, amount] : undefined;
      });
      const inBase = read?.[BASE_CURRENCY];
      return inBase === undefined ? undefined : { ...read, [BASE_CURRENCY]: inBase };
    },
  );

/** `newPayeeHours=48`: rows of the table of policy that have another value here. */
const policy = z
  .string()
  .default('')
  .transform((value, context): Policy => {
    const rows = trimmed(value);
    const problem = rows.map(policyProblem).find((each) => each !== undefined);
    if (problem === undefined) return parsePolicy(rows);
    context.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  });

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
  WEB_DIR: z.string().min(1).default('dist/web').describe('Folder of the built screens.'),
  FILES_DIR: z.string().min(1).default('.data/files').describe('Folder of uploaded files. All processes share it.'),
  FILE_SCANNER_URL: z
    .preprocess((value) => (value === NO_SCANNER ? undefined : value), url(['tcp:'], 'tcp://clamav:3310').optional())
    .describe(
      "Where ClamAV's daemon listens. It looks through each upload; while it is away, none is taken. Without it, or with `none`, uploads are not scanned; production asks for one of both.",
    ),
  SUPERSEDED_FILE_DAYS: positiveInt(365, 'days').describe(
    'How long a company document or proof is kept that its customer replaced or took back. Administrators see it until then.',
  ),

  JWT_SECRET: secret.describe("Signs customers' access tokens."),
  ADMIN_JWT_SECRET: secret.describe("Signs administrators' access tokens. Another one than JWT_SECRET."),
  ACCESS_TOKEN_MINUTES: positiveInt(15, 'minutes').describe("How long a customer's access token is valid."),
  REFRESH_TOKEN_DAYS: positiveInt(30, 'days').describe('How long a customer stays signed in without a visit.'),
  ADMIN_SESSION_HOURS: positiveInt(24, 'hours').describe('How long an administrator stays signed in.'),
  RATE_LIMIT_PER_MINUTE: positiveInt(600, 'requests').describe('Requests that one address may send to one BFF.'),
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

  CURRENCIES: currencies.describe(
    'Rows of the table of currencies that the store offers, the base currency among them.',
  ),
  RATES: rates.describe(
    'What one unit of each other currency is worth in the base currency, such as `EUR/USD=1.1,JPY/USD=0.0067`: the first rate of a currency, until one is recorded in the back office.',
  ),
  EUR_USD_RATE: decimal('1.1', 'a rate')
    .refine((value) => Number(value) > 0, {
      error: 'expected a rate above zero',
    })
    .describe('The rate of the euro where RATES has none.'),
  CONVERSION_FEE_PERCENT: percent('2').describe('Fee on a line whose price has another currency than the wallet.'),
  DEPOSIT_FEE_PERCENT: percent('0').describe('Fee on an approved deposit.'),
  PAYOUT_ACCOUNTS: payoutAccounts.describe(
    'The account of each currency that payouts leave from, with its BIC: `EUR=DE89370400440532013000/COBADEFFXXX`. A currency that is not named is paid from the standard account of the settings, which customers pay into.',
  ),
  SECOND_APPROVAL_DEPOSIT: amounts('USD=10000,EUR=9000').describe(
    'The largest deposit that one administrator may approve: more needs a second one. A currency that is not named has the base currency’s amount at its rate.',
  ),
  SECOND_APPROVAL_PAYOUT: amounts('USD=5000,EUR=4500').describe('The same for paying out a withdrawal.'),
  SECOND_APPROVAL_CREDIT: amounts('USD=10000,EUR=9000').describe('The same for raising the credit limit of a wallet.'),
  SECOND_APPROVAL_DISCOUNT: percent('20')
    .transform((value) => multiplyHalfEven(10_000n, parsePercentage(value)))
    .describe('The same for a customer’s discount on a product, in percent of the price.'),
  APPROVAL_LIMIT_PER_DAY: decimal('100000', 'an amount')
    .transform((value) => multiplyHalfEven(minorOf(1n, BASE_CURRENCY), parseRatio(value)))
    .describe(
      'What one administrator may approve in a day (UTC), in the base currency: deposits, payouts, returns from suspense and raised credit limits together.',
    ),
  POLICY: policy.describe(
    'Rows of the table of policy below with another value than theirs, such as `newPayeeHours=48`, comma-separated.',
  ),
  VOUCHER_VAT: z
    .enum(VOUCHER_KINDS, { error: `expected ${VOUCHER_KINDS.join(' or ')}` })
    .default('multi-purpose')
    .describe(
      'What gift cards are to the VAT: `multi-purpose` (none is due at the sale) or `single-purpose` (prices include it). It is on the invoices that are issued from then on.',
    ),
  VAT_PERCENT: percent('21')
    .refine((value) => Number(value) > 0, { error: 'expected a percentage above zero' })
    .describe("VAT rate of the seller's country, where gift cards are single-purpose."),
  INVOICE_RETENTION_YEARS: positiveInt(7, 'years').describe(
    'How long invoices of an erased customer are kept, from the end of the year that they are of. Then they are removed.',
  ),
  SECURITY_EVENT_DAYS: positiveInt(90, 'days')
    .refine((days) => days >= 7, { error: 'expected at least 7 days' })
    .describe('How long the security log keeps its events.'),
  SECOND_FACTOR_RESET_HOURS: positiveInt(24, 'hours').describe(
    'How long a reset of a customer’s second factor waits. The customer gets a mail at once and can stop it until then.',
  ),
  PARTIAL_DELIVERY: flag(false).describe(
    'Customers may agree at checkout to get what is in stock before the rest of their order. The rest waits, and can be released.',
  ),
  CREDIT_REMINDER_DAYS: wholeNumbers('30,60,90', 'days').describe(
    'Customers are reminded when the oldest part of their drawn credit is so many days old, each once; `none` for never.',
  ),
  CREDIT_REMINDER_PERCENT: wholeNumbers('80,100', 'percent').describe(
    'The same when so much of the credit limit is drawn; `none` for never.',
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
  const rates = ratesOf(env);
  for (const code of env.CURRENCIES.filter((each) => rates[each] === undefined)) {
    refuse('RATES', `expected a rate of ${code}, which CURRENCIES names, such as ${code}/${BASE_CURRENCY}=0.5`);
  }
}

/** The rates of all currencies that have one, including the base currency's own. */
export const ratesOf = (env: { readonly EUR_USD_RATE: string; readonly RATES: Rates }): Rates => ({
  EUR: env.EUR_USD_RATE,
  ...env.RATES,
  [BASE_CURRENCY]: '1',
});
