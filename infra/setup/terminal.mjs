/**
 * What our programs take of the terminal's variables; everything else stays there. Variables of Node, npm, Postgres'
 * client, proxies or another product's HOST would change how ours work, and nobody would see why.
 */
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** Of the machine and its user, for every program. */
const SYSTEM = [
  ...[
    'PATH',
    'HOME',
    'USER',
    'LOGNAME',
    'SHELL',
    'TMPDIR',
    'TZ',
    'LANG',
    'LANGUAGE',
    'LC_ALL',
    'LC_CTYPE',
    'LC_MESSAGES',
  ],
  ...['TERM', 'COLORTERM', 'COLUMNS', 'NO_COLOR', 'FORCE_COLOR', 'CI', 'SUDO_UID'],
];

/** The settings of the store that are not of its servers and secrets; docs/operations.md describes each. */
const SETTINGS = [
  ...['LOG_LEVEL', 'DATABASE_POOL_MAX', 'LEDGER_CACHE_MB', 'PUBLIC_URL', 'METRICS_PORT', 'DRAIN_SECONDS'],
  ...['TRUST_PROXY', 'RATE_LIMIT', 'FILE_SCANNER_URL', 'LOG_HEADS_TO', 'BACKUP_TO', 'BACKUP_RECIPIENT'],
];

/** How the demonstration of `npm start` is filled, and which servers it has: for those who change or try the product. */
export const OF_DEVELOPERS = [
  ...['GIFTLEDGER_SEED', 'SEED_CUSTOMERS', 'SEED_ORDERS', 'POSTGRES_PORT', 'GIFTLEDGER_EVENTSTORE_URL'],
];

/** Of an older configuration, which the settings took over: taken to be refused in words (config/renamed-variables.ts). */
const FORMER = [
  ...['CURRENCIES', 'RATES', 'EUR_USD_RATE', 'CONVERSION_FEE_PERCENT', 'DEPOSIT_FEE_PERCENT', 'PAYOUT_ACCOUNTS'],
  ...['VOUCHER_VAT', 'VAT_PERCENT', 'SECOND_APPROVAL_DEPOSIT', 'SECOND_APPROVAL_PAYOUT', 'SECOND_APPROVAL_CREDIT'],
  ...['SECOND_APPROVAL_DISCOUNT', 'APPROVAL_LIMIT_PER_DAY', 'POLICY', 'SECOND_FACTOR_RESET_HOURS'],
  ...['REFRESH_TOKEN_DAYS', 'ADMIN_SESSION_HOURS', 'PARTIAL_DELIVERY', 'CREDIT_REMINDER_DAYS'],
  ...['CREDIT_REMINDER_PERCENT', 'INVOICE_RETENTION_YEARS', 'SECURITY_EVENT_DAYS', 'SUPERSEDED_FILE_DAYS'],
];

/** Settings of earlier versions that stand in another one now: taken to be refused in words (config/renamed-variables.ts). */
const RENAMED = [
  ...['MAIL_FROM', 'RATE_LIMIT_PER_MINUTE', 'AUTH_RATE_LIMIT_PER_MINUTE', 'WEBHOOK_LOOPBACK', 'SETTINGS_WAIT'],
  ...['EVENT_MAC_KEY_ID', 'EVENT_MAC_RETIRED_KEYS', 'NOTARY_RETIRED_KEY'],
  ...['LOG_WITNESSES', 'LOG_HEADS_DIR', 'LOG_HEADS_MAIL'],
];

/** What the embedded stack takes beside those. */
const STACK = ['PORT', 'MAILBOX_PORT', 'GIFTLEDGER_DATA_DIR', 'FILES_DIR', ...OF_DEVELOPERS];

/** Where traces go: the standard variables of OpenTelemetry. */
const TRACES = [
  ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS'],
  ...['OTEL_RESOURCE_ATTRIBUTES', 'OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG', 'OTEL_SDK_DISABLED'],
];

/** Servers and secrets of a store that runs elsewhere, for tools that work on it; and how they were called before. */
const SERVERS = [
  ...['DATABASE_URL', 'EVENTSTORE_URL', 'SMTP_URL', 'FILES_DIR', 'JWT_SECRET', 'ADMIN_JWT_SECRET'],
  ...['DATA_ENCRYPTION_KEYS', 'EVENT_MAC_KEYS', 'EVENT_MAC_SINCE', 'NOTARY_KEYS'],
  ...['EVENTSTORE_USER', 'EVENTSTORE_PASSWORD', 'DATA_ENCRYPTION_KEY', 'DATA_ENCRYPTION_KEY_ID'],
  ...['DATA_ENCRYPTION_RETIRED_KEYS', 'EVENT_MAC_KEY', 'NOTARY_KEY'],
];

/** Of those who change the product: tests, benches and the server of the screens. With OF_DEVELOPERS, all that no operator sets. */
const DEVELOPMENT = [
  ...[
    'EVENTSTORE_TEST_URL',
    'CHROMIUM_PATH',
    'TEST_LOG_LEVEL',
    'PROPERTY_SEED',
    'FAULTS_SEED',
    'FUZZ_RUNS',
    'FUZZ_SEED',
  ],
  ...['MODEL_CHECK_RUNS', 'STORABLE_RUNS', 'API_URL', 'WEB_OUTPUT'],
  ...['E2E_URL', 'E2E_MAILBOX_URL', 'E2E_CA', 'E2E_TOOLS', 'E2E_ADMIN_EMAIL', 'E2E_ADMIN_PASSWORD'],
];

/** The ways out of a company's network. */
const PROXIES = ['grpc_proxy', 'https_proxy', 'http_proxy', 'no_grpc_proxy', 'no_proxy'];
const THIS_MACHINE = ['localhost', '127.0.0.1', '::1'];

export const GROUPS = { SYSTEM, SETTINGS, FORMER, RENAMED, STACK, TRACES, SERVERS, DEVELOPMENT, PROXIES };

/** What reaches the parts of the store that `npm start` runs. */
export const OF_STORE = ['STACK', 'SETTINGS', 'FORMER', 'RENAMED', 'TRACES'];

/** The variables of these groups that the terminal has. */
export function takeFrom(terminal, ...groups) {
  const taken = {};
  for (const name of groups.flatMap((group) => GROUPS[group])) {
    const value = terminal[name];
    if (value !== undefined) taken[name] = value;
  }
  // A folder that is gone would fail whatever needs a small file: then the system's own is used.
  if (taken.TMPDIR !== undefined && !isUsableFolder(taken.TMPDIR)) delete taken.TMPDIR;
  if (groups.includes('PROXIES')) {
    // Nothing between parts of this machine goes through a proxy.
    const direct = taken.no_grpc_proxy ?? taken.no_proxy;
    taken.no_grpc_proxy = [...(direct ? [direct] : []), ...THIS_MACHINE].join(',');
  }
  return taken;
}

function isUsableFolder(folder) {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return path.isAbsolute(folder) && statSync(folder).isDirectory();
  } catch {
    return false;
  }
}
