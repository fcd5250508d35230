import type { z } from 'zod';
import { BASE_CURRENCY } from '#core/kernel/currencies.ts';
import { minorOf } from '#core/kernel/decimals.ts';
import { multiplyHalfEven, parsePercentage, parseRatio } from '#core/kernel/rates.ts';
import { eventMacKeys } from './event-macs.ts';
import { isLocalUrl } from './local.ts';
import { ratesOf, variables } from './variables.ts';

/** In place of both limits of requests, where they are lifted. */
const RELAXED_PER_MINUTE = 1_000_000;

/** Everything that can be configured. Rates and percentages stay exact decimal strings; the ledger does the arithmetic. */
export type Config = ReturnType<typeof fromEnvironment>;

type DataKey = { readonly id: number; readonly key: Buffer };

function fromEnvironment(env: z.output<typeof variables>) {
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, '');
  const dataKeys: { current: DataKey; retired: DataKey[] } = {
    current: { id: env.DATA_ENCRYPTION_KEY_ID, key: Buffer.from(env.DATA_ENCRYPTION_KEY, 'base64') },
    retired: env.DATA_ENCRYPTION_RETIRED_KEYS,
  };
  return {
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
    /** Undefined where nobody fetches metrics. */
    metricsPort: env.METRICS_PORT,
    /** No trailing slash. */
    publicUrl,
    /** People reach it from other machines. */
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
    /** Of one client address: of any kind, and of those that passwords and codes could be tried through. */
    rateLimitPerMinute: env.RATE_LIMIT === 'relaxed' ? RELAXED_PER_MINUTE : env.RATE_LIMIT_PER_MINUTE,
    authRateLimitPerMinute: env.RATE_LIMIT === 'relaxed' ? RELAXED_PER_MINUTE : env.AUTH_RATE_LIMIT_PER_MINUTE,
    dataKeys,
    /** Undefined where events carry no MACs. */
    eventMacs: eventMacKeys(env),
    /** What the store offers: wallets of customers, prices of products. */
    currencies: env.CURRENCIES,
    rates: ratesOf(env),
    conversionFeePercent: env.CONVERSION_FEE_PERCENT,
    depositFeePercent: env.DEPOSIT_FEE_PERCENT,
    secondApproval: {
      deposit: env.SECOND_APPROVAL_DEPOSIT,
      payout: env.SECOND_APPROVAL_PAYOUT,
      credit: env.SECOND_APPROVAL_CREDIT,
    },
    /** Basis points: 1 % = 100. */
    secondApprovalDiscount: multiplyHalfEven(10_000n, parsePercentage(env.SECOND_APPROVAL_DISCOUNT)),
    /** Minor units of the base currency. */
    approvalLimitPerDay: multiplyHalfEven(minorOf(1n, BASE_CURRENCY), parseRatio(env.APPROVAL_LIMIT_PER_DAY)),
    invoiceRetentionYears: env.INVOICE_RETENTION_YEARS,
    secondFactorResetHours: env.SECOND_FACTOR_RESET_HOURS,
    orderExpiryHours: env.ORDER_EXPIRY_HOURS,
    securityEventDays: env.SECURITY_EVENT_DAYS,
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
  const parsed = variables.safeParse(present);
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
