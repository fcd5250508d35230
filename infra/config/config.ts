import { z } from 'zod';
import { BASE_CURRENCY, type Currency, DEFAULT_CURRENCIES, isCurrency } from '#core/kernel/currencies.ts';
import type { Rates } from '#core/kernel/rates.ts';

/** Bytes of a data encryption key (AES-256). */
const DATA_KEY_BYTES = 32;
const MIN_SECRET_CHARS = 32;
const RELAXED_PER_MINUTE = 1_000_000;

const port = (fallback: number) =>
  z.coerce
    .number({ error: 'expected a port number' })
    .int('expected a port number')
    .min(0, 'expected a port number from 0 to 65535')
    .max(65_535, 'expected a port number from 0 to 65535')
    .default(fallback);

const positiveInt = (fallback: number, what: string) =>
  z.coerce
    .number({ error: `expected a number of ${what}` })
    .int(`expected a whole number of ${what}`)
    .positive(`expected a positive number of ${what}`)
    .default(fallback);

const url = (protocols: string[], example: string) =>
  z
    .string({ error: `expected an address such as ${example}` })
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
      error: `expected an address such as ${example}`,
    });

/** Postgres accepts socket directories as an encoded host, which the URL class refuses: only the scheme is judged here. */
const postgresUrl = z
  .string({ error: 'expected an address such as postgresql://user:password@host:5432/database' })
  .regex(/^postgres(ql)?:\/\/.+/, {
    error: 'expected an address such as postgresql://user:password@host:5432/database',
  });

/** A cluster's string lists several hosts, which the URL class refuses too. */
const eventStoreUrl = z
  .string({ error: 'expected an address such as esdb://host:2113?tls=false' })
  .regex(/^(esdb|esdb\+discover|kurrentdb|kurrentdb\+discover):\/\/.+/, {
    error: 'expected an address such as esdb://host:2113?tls=false',
  });

const decimal = (fallback: string, what: string) =>
  z
    .string()
    .regex(/^\d{1,6}(\.\d{1,8})?$/, { error: `expected ${what} as a decimal such as ${fallback}` })
    .default(fallback);

const percent = (fallback: string) =>
  decimal(fallback, 'a percentage').refine((value) => Number(value) <= 100, {
    error: 'expected a percentage up to 100',
  });

const secret = z
  .string({ error: `expected a random secret of at least ${MIN_SECRET_CHARS} characters` })
  .min(MIN_SECRET_CHARS, { error: `expected a random secret of at least ${MIN_SECRET_CHARS} characters` });

const dataKeyText = `expected ${DATA_KEY_BYTES} random bytes in base64 (openssl rand -base64 ${DATA_KEY_BYTES})`;
const isDataKey = (value: string) =>
  /^[A-Za-z0-9+/]{43}=$/.test(value) && Buffer.from(value, 'base64').length === DATA_KEY_BYTES;

const dataKey = z.string({ error: dataKeyText }).refine(isDataKey, { error: dataKeyText });

/** `1:<base64>,2:<base64>`: keys that still open what they sealed, though nothing new is sealed under them. */
const retiredKeys = z
  .string()
  .default('')
  .transform((value, context) => {
    const keys: { id: number; key: Buffer }[] = [];
    for (const part of value.split(',').filter((text) => text !== '')) {
      const [id = '', key = ''] = part.split(/:(.*)/);
      if (!/^([1-9]|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])$/.test(id) || !isDataKey(key)) {
        context.addIssue({
          code: 'custom',
          message: 'expected id:key pairs, comma-separated, each key 32 bytes in base64',
        });
        return z.NEVER;
      }
      keys.push({ id: Number(id), key: Buffer.from(key, 'base64') });
    }
    return keys;
  });

/** `USD,EUR,JPY`: rows of the table of currencies. */
const currencies = z
  .string()
  .default(DEFAULT_CURRENCIES.join(','))
  .transform((value, context): Currency[] => {
    const codes = [...new Set(value.split(',').map((code) => code.trim()))];
    const known = codes.filter(isCurrency);
    if (known.length === codes.length && known.includes(BASE_CURRENCY)) return known;
    const message = `expected codes of core/kernel/currencies.ts, comma-separated, ${BASE_CURRENCY} among them`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** `EUR/USD=1.1,JPY/USD=0.0067`: what one unit of each currency is worth in the base currency. */
const rates = z
  .string()
  .default('')
  .transform((value, context): Rates => {
    const parsed: Partial<Record<Currency, string>> = {};
    for (const part of value.split(',').filter((text) => text !== '')) {
      const [, code = '', base, rate = ''] = /^\s*([A-Z]{3})\/([A-Z]{3})=(\d{1,6}(?:\.\d{1,8})?)\s*$/.exec(part) ?? [];
      if (!isCurrency(code) || base !== BASE_CURRENCY || !(Number(rate) > 0)) {
        const message = `expected rates to ${BASE_CURRENCY} above zero, comma-separated, such as EUR/${BASE_CURRENCY}=1.1`;
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      }
      parsed[code] = rate;
    }
    return parsed;
  });

const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0'], { error: 'expected true or false' })
    .default(fallback ? 'true' : 'false')
    .transform((value) => value === 'true' || value === '1');

const environment = z
  .object({
    NODE_ENV: z
      .enum(['production', 'development', 'test'], { error: 'expected production, development or test' })
      .default('production'),
    LOG_LEVEL: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
        error: 'expected trace, debug, info, warn, error, fatal or silent',
      })
      .default('info'),

    DATABASE_URL: postgresUrl,
    DATABASE_POOL_MAX: positiveInt(10, 'connections'),
    EVENTSTORE_URL: eventStoreUrl,
    /** Of each BFF, for the states of wallets and documents: what does not fit is read from its stream again. */
    LEDGER_CACHE_MB: positiveInt(64, 'megabytes'),
    REDIS_URL: url(['redis:', 'rediss:'], 'redis://host:6379').optional(),

    SMTP_URL: url(['smtp:', 'smtps:'], 'smtp://user:password@host:587'),
    MAIL_FROM: z
      .string()
      .min(3, { error: 'expected a sender such as Giftledger <no-reply@example.com>' })
      .default('Giftledger <no-reply@giftledger.example>'),

    HOST: z.string().min(1, { error: 'expected a host to listen on, such as 127.0.0.1' }).default('127.0.0.1'),
    PORT: port(3000),
    MAILBOX_PORT: port(3001),
    PUBLIC_URL: url(['http:', 'https:'], 'https://shop.example.com').optional(),
    TRUST_PROXY: flag(false),
    /** `relaxed` lifts both limits: for browser tests, which act faster than people do. */
    RATE_LIMIT: z.enum(['normal', 'relaxed'], { error: 'expected normal or relaxed' }).default('normal'),
    WEB_DIR: z.string().min(1).default('dist/web'),
    FILES_DIR: z.string().min(1).default('.data/files'),

    JWT_SECRET: secret,
    ADMIN_JWT_SECRET: secret,
    ACCESS_TOKEN_MINUTES: positiveInt(15, 'minutes'),
    REFRESH_TOKEN_DAYS: positiveInt(30, 'days'),
    ADMIN_SESSION_HOURS: positiveInt(24, 'hours'),
    RATE_LIMIT_PER_MINUTE: positiveInt(600, 'requests'),
    AUTH_RATE_LIMIT_PER_MINUTE: positiveInt(20, 'requests'),

    DATA_ENCRYPTION_KEY: dataKey,
    DATA_ENCRYPTION_KEY_ID: z.coerce
      .number()
      .int()
      .min(1)
      .max(255, { error: 'expected a number from 1 to 255' })
      .default(1),
    DATA_ENCRYPTION_RETIRED_KEYS: retiredKeys,

    CURRENCIES: currencies,
    RATES: rates,
    /** The rate of the euro where RATES has none: the older name of its first row. */
    EUR_USD_RATE: decimal('1.1', 'a rate').refine((value) => Number(value) > 0, {
      error: 'expected a rate above zero',
    }),
    CONVERSION_FEE_PERCENT: percent('2'),
    DEPOSIT_FEE_PERCENT: percent('0'),
    ORDER_EXPIRY_HOURS: positiveInt(48, 'hours'),
  })
  .refine((env) => env.JWT_SECRET !== env.ADMIN_JWT_SECRET, {
    path: ['ADMIN_JWT_SECRET'],
    error: 'expected another secret than JWT_SECRET, or a customer could sign in as an administrator',
  })
  .refine((env) => !env.DATA_ENCRYPTION_RETIRED_KEYS.some((key) => key.id === env.DATA_ENCRYPTION_KEY_ID), {
    path: ['DATA_ENCRYPTION_KEY_ID'],
    error: 'expected an id that no retired key has',
  })
  .superRefine((env, context) => {
    const rates = ratesOf(env);
    for (const code of env.CURRENCIES.filter((each) => rates[each] === undefined)) {
      const message = `expected a rate of ${code}, which CURRENCIES names, such as ${code}/${BASE_CURRENCY}=0.5`;
      context.addIssue({ code: 'custom', path: ['RATES'], message });
    }
  });

const ratesOf = (env: { readonly EUR_USD_RATE: string; readonly RATES: Rates }): Rates => ({
  EUR: env.EUR_USD_RATE,
  ...env.RATES,
  [BASE_CURRENCY]: '1',
});

/** Everything that can be configured. Rates and percentages stay exact decimal strings; the ledger does the arithmetic. */
export type Config = ReturnType<typeof fromEnvironment>;

type DataKey = { readonly id: number; readonly key: Buffer };

function fromEnvironment(env: z.output<typeof environment>) {
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, '');
  const dataKeys: { current: DataKey; retired: DataKey[] } = {
    current: { id: env.DATA_ENCRYPTION_KEY_ID, key: Buffer.from(env.DATA_ENCRYPTION_KEY, 'base64') },
    retired: env.DATA_ENCRYPTION_RETIRED_KEYS,
  };
  return {
    nodeEnv: env.NODE_ENV,
    logLevel: env.LOG_LEVEL,
    databaseUrl: env.DATABASE_URL,
    databasePoolMax: env.DATABASE_POOL_MAX,
    eventstoreUrl: env.EVENTSTORE_URL,
    ledgerCacheBytes: env.LEDGER_CACHE_MB * 1024 * 1024,
    redisUrl: env.REDIS_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    host: env.HOST,
    port: env.PORT,
    mailboxPort: env.MAILBOX_PORT,
    /** No trailing slash. */
    publicUrl,
    /** Cookies are marked Secure exactly when browsers reach us over TLS. */
    secureCookies: publicUrl.startsWith('https:'),
    trustProxy: env.TRUST_PROXY,
    webDir: env.WEB_DIR,
    filesDir: env.FILES_DIR,
    jwtSecret: env.JWT_SECRET,
    adminJwtSecret: env.ADMIN_JWT_SECRET,
    accessTokenMinutes: env.ACCESS_TOKEN_MINUTES,
    refreshTokenDays: env.REFRESH_TOKEN_DAYS,
    adminSessionHours: env.ADMIN_SESSION_HOURS,
    /** Of one client address: of any kind, and of those that passwords and codes could be tried through. */
    rateLimitPerMinute: env.RATE_LIMIT === 'relaxed' ? RELAXED_PER_MINUTE : env.RATE_LIMIT_PER_MINUTE,
    authRateLimitPerMinute: env.RATE_LIMIT === 'relaxed' ? RELAXED_PER_MINUTE : env.AUTH_RATE_LIMIT_PER_MINUTE,
    dataKeys,
    /** What the store offers: wallets of customers, prices of products. */
    currencies: env.CURRENCIES,
    rates: ratesOf(env),
    conversionFeePercent: env.CONVERSION_FEE_PERCENT,
    depositFeePercent: env.DEPOSIT_FEE_PERCENT,
    orderExpiryHours: env.ORDER_EXPIRY_HOURS,
  };
}

/** What is wrong with the environment, all of it in one message. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the configuration from environment variables; an empty variable counts as unset.
 * Throws one ConfigError that names every variable at fault and what was expected (never its value: it may be a secret).
 */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(present);
  if (parsed.success) return fromEnvironment(parsed.data);
  const width = Math.max(...parsed.error.issues.map((issue) => String(issue.path[0] ?? '').length));
  const lines = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0] ?? '');
    const state = present[name] === undefined ? 'is not set' : 'is not valid';
    return `  ${name.padEnd(width)}  ${state}: ${issue.message}`;
  });
  throw new ConfigError(
    `The configuration cannot be used. Correct these environment variables and start again:\n${lines.join('\n')}`,
  );
}
