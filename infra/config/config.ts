import type { z } from 'zod';
import { BASE_CURRENCY } from '#core/kernel/currencies.ts';
import { minorOf } from '#core/kernel/decimals.ts';
import { multiplyHalfEven, parsePercentage, parseRatio } from '#core/kernel/rates.ts';
import { eventMacKeys } from './event-macs.ts';
import { isLocalUrl } from './local.ts';
import { type PARTS, type Part, type Secret, secretsWithheldFrom, withheldFrom } from './parts.ts';
import { type Problem, unsafeIn } from './production.ts';
import { ratesOf, refuseContradictions, variables } from './variables.ts';

/** Replaces both limits of requests when they are lifted. */
const RELAXED_PER_MINUTE = 1_000_000;

/** The configuration of a part. Rates and percentages stay exact decimal strings; the ledger does the arithmetic. */
export type Config<P extends Part = 'web'> = Omit<Everything, FieldOf[Secret]> & {
  readonly [Field in FieldOf[(typeof PARTS)[P]['secrets'][number]]]: NonNullable<Everything[Field]>;
};

type Everything = ReturnType<typeof fromEnvironment>;
type FieldOf = {
  DATABASE_URL: 'databaseUrl';
  JWT_SECRET: 'jwtSecret';
  ADMIN_JWT_SECRET: 'adminJwtSecret';
  DATA_ENCRYPTION_KEY: 'dataKeys';
  NOTARY_KEY: 'notaryKey';
  SMTP_URL: 'smtpUrl';
};

type DataKey = { readonly id: number; readonly key: Buffer };
type Variables = z.output<typeof variables>;
/** Of the secrets, only those that the part has. */
type Given = Omit<Variables, Secret> & Partial<Pick<Variables, Secret>>;

function fromEnvironment(env: Given) {
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, '');
  return {
    logLevel: env.LOG_LEVEL,
    databaseUrl: env.DATABASE_URL,
    databasePoolMax: env.DATABASE_POOL_MAX,
    eventstoreUrl: env.EVENTSTORE_URL,
    ledgerCacheBytes: env.LEDGER_CACHE_MB * 1024 * 1024,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    host: env.HOST,
    port: env.PORT,
    /** Undefined when metrics are not served. */
    metricsPort: env.METRICS_PORT,
    /** No trailing slash. */
    publicUrl,
    /** True when people reach it from other machines. */
    isProduction: !isLocalUrl(publicUrl),
    /** Cookies are marked Secure exactly when browsers reach us over TLS. */
    secureCookies: publicUrl.startsWith('https:'),
    trustProxy: env.TRUST_PROXY,
    allowsLoopbackWebhooks: env.WEBHOOK_LOOPBACK,
    webDir: env.WEB_DIR,
    filesDir: env.FILES_DIR,
    fileScannerUrl: env.FILE_SCANNER_URL,
    supersededFileDays: env.SUPERSEDED_FILE_DAYS,
    jwtSecret: env.JWT_SECRET,
    adminJwtSecret: env.ADMIN_JWT_SECRET,
    accessTokenMinutes: env.ACCESS_TOKEN_MINUTES,
    refreshTokenDays: env.REFRESH_TOKEN_DAYS,
    adminSessionHours: env.ADMIN_SESSION_HOURS,
    /** For one client address: all requests, and those that could be used to guess passwords and codes. */
    rateLimitPerMinute: env.RATE_LIMIT === 'relaxed' ? RELAXED_PER_MINUTE : env.RATE_LIMIT_PER_MINUTE,
    authRateLimitPerMinute: env.RATE_LIMIT === 'relaxed' ? RELAXED_PER_MINUTE : env.AUTH_RATE_LIMIT_PER_MINUTE,
    dataKeys: env.DATA_ENCRYPTION_KEY === undefined ? undefined : dataKeysOf(env, env.DATA_ENCRYPTION_KEY),
    /** Undefined when events carry no MACs. */
    eventMacs: eventMacKeys(env),
    logWitnesses: env.LOG_WITNESSES,
    /** Undefined when heads of the log are not written to files. */
    logHeadsDir: env.LOG_HEADS_DIR,
    logHeadsMail: env.LOG_HEADS_MAIL,
    notaryKey: env.NOTARY_KEY === undefined ? undefined : Buffer.from(env.NOTARY_KEY, 'base64'),
    /** Also signs, until `notaryKey` has replaced it. */
    notaryRetiredKey: env.NOTARY_RETIRED_KEY === undefined ? undefined : Buffer.from(env.NOTARY_RETIRED_KEY, 'base64'),
    /** The currencies of customers' wallets and of prices. */
    currencies: env.CURRENCIES,
    rates: ratesOf(env),
    conversionFeePercent: env.CONVERSION_FEE_PERCENT,
    depositFeePercent: env.DEPOSIT_FEE_PERCENT,
    payoutAccounts: env.PAYOUT_ACCOUNTS,
    secondApproval: {
      deposit: env.SECOND_APPROVAL_DEPOSIT,
      payout: env.SECOND_APPROVAL_PAYOUT,
      credit: env.SECOND_APPROVAL_CREDIT,
    },
    /** Basis points: 1 % = 100. */
    secondApprovalDiscount: multiplyHalfEven(10_000n, parsePercentage(env.SECOND_APPROVAL_DISCOUNT)),
    /** Minor units of the base currency. */
    approvalLimitPerDay: multiplyHalfEven(minorOf(1n, BASE_CURRENCY), parseRatio(env.APPROVAL_LIMIT_PER_DAY)),
    policy: env.POLICY,
    voucherVat: env.VOUCHER_VAT,
    vatPercent: env.VAT_PERCENT,
    invoiceRetentionYears: env.INVOICE_RETENTION_YEARS,
    secondFactorResetHours: env.SECOND_FACTOR_RESET_HOURS,
    partialDelivery: env.PARTIAL_DELIVERY,
    creditReminders: { days: env.CREDIT_REMINDER_DAYS, percents: env.CREDIT_REMINDER_PERCENT },
    securityEventDays: env.SECURITY_EVENT_DAYS,
  };
}

const dataKeysOf = (env: Given, key: string): { current: DataKey; retired: DataKey[] } => ({
  current: { id: env.DATA_ENCRYPTION_KEY_ID, key: Buffer.from(key, 'base64') },
  retired: env.DATA_ENCRYPTION_RETIRED_KEYS,
});

/** All errors of the environment in one message. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the configuration of a part from environment variables. An empty variable counts as unset, and secrets of other
 * parts are not read. Throws one ConfigError that names every wrong variable and what was expected (never its value: it
 * may be a secret).
 */
export function loadConfig<P extends Part>(env: Record<string, string | undefined>, part: P): Config<P> {
  const withheld = withheldFrom(part);
  const present = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => value !== undefined && value !== '' && !withheld.includes(name)),
  );
  const absent: { [Name in Secret]?: true } = Object.fromEntries(secretsWithheldFrom(part).map((name) => [name, true]));
  const needed = variables.partial(absent);
  const parsed = needed.superRefine(refuseContradictions).safeParse(present);
  const unsafe = unsafeIn(present);
  // The type of a part's configuration follows from the same table as the withheld secrets.
  if (parsed.success && unsafe.length === 0) return fromEnvironment(parsed.data) as unknown as Config<P>;
  const problems = (parsed.error?.issues ?? []).map(({ path, message }) => ({ name: String(path[0] ?? ''), message }));
  throw new ConfigError(describe(present, [...problems, ...unsafe]));
}

function describe(present: Record<string, unknown>, problems: readonly Problem[]): string {
  const width = Math.max(...problems.map(({ name }) => name.length));
  const lines = problems.map(({ name, message }) => {
    const state = present[name] === undefined ? 'is not set' : 'is not valid';
    return `  ${name.padEnd(width)}  ${state}: ${message}`;
  });
  return `The configuration cannot be used. Correct these environment variables and start again:\n${lines.join('\n')}`;
}
