import { SECTIONS, type Section } from '#core/aggregates/settings/sections.ts';
import type { Problem } from './config-error.ts';

type Given = Readonly<Record<string, string | undefined>>;
/** What to write in place of a variable. Others are named, and only what is no secret is repeated. */
type Instead = (given: Given) => string;

const theValueOf = (name: string): string => `<the value of ${name}>`;
const joined = (parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(',');
const write = (line: string): string => `write ${line} in its place`;

/** `NAME_KEY`, its number and its retired ones, all in `NAME_KEYS`. */
const numbered =
  (name: string): Instead =>
  (given) => {
    const current = given[`${name}_KEY`] === undefined ? '<the key>' : theValueOf(`${name}_KEY`);
    const retired = given[`${name}_RETIRED_KEYS`] && theValueOf(`${name}_RETIRED_KEYS`);
    return write(`${name}_KEYS=${joined([`${given[`${name}_KEY_ID`] || 1}:${current}`, retired])}`);
  };
const notary: Instead = ({ NOTARY_RETIRED_KEY: retired }) =>
  write(`NOTARY_KEYS=${joined([theValueOf('NOTARY_KEY'), retired && theValueOf('NOTARY_RETIRED_KEY')])}`);
const rates: Instead = (given) =>
  write(`RATE_LIMIT=${given.RATE_LIMIT_PER_MINUTE || 600},${given.AUTH_RATE_LIMIT_PER_MINUTE || 20}`);
const heads: Instead = ({ LOG_HEADS_DIR, LOG_HEADS_MAIL, LOG_WITNESSES }) =>
  write(`LOG_HEADS_TO=${joined([LOG_HEADS_DIR?.replace(/^(?!\.{0,2}\/)/, './'), LOG_HEADS_MAIL, LOG_WITNESSES])}`);
const sender: Instead = ({ MAIL_FROM }) =>
  `write ?from=${MAIL_FROM} at the end of SMTP_URL, for mails to administrators; that of other mails is set in Settings, Seller`;
const derived: Instead = () => 'it follows from PUBLIC_URL now: remove it';
const option =
  (text: string): Instead =>
  () =>
    `it is an option of the program now: ${text}`;
const account =
  (variable: string, prefix: string): ((name: string) => Instead) =>
  (name) =>
  () => {
    const user = name.slice(prefix.length, -'_PASSWORD'.length).toLowerCase() || 'owner';
    return write(`${variable}=${user}:${theValueOf(name)},… (all accounts in one line)`);
  };
const ofDatabase = account('DATABASE_ACCOUNTS', 'POSTGRES_');
const ofEventStore = account('EVENTSTORE_ACCOUNTS', 'EVENTSTORE_');

/** Settings took the values of these over when 0.2.0 started on them. */
const takenOver = (place: string, ...names: readonly string[]) =>
  Object.fromEntries(
    names.map((name): [string, Instead] => [
      name,
      () => `${place} now: remove it. A store of a version before 0.2.0 takes it over when 0.2.0 is started on it`,
    ]),
  );
const inSettings = (section: Section, ...names: readonly string[]) =>
  takenOver(`it is set in Settings, ${SECTIONS[section].title}`, ...names);

const login: Instead = () => 'write the login into EVENTSTORE_URL: esdb://user:password@host:2113?tls=true';

const USERS = ['WEB', 'JOBS', 'PROCESSES', 'PROJECTIONS', 'TOOLS', 'FINANCE', 'NOTARY', 'BACKUP'];
const accounts = (prefix: string, users: readonly string[], instead: (name: string) => Instead) =>
  Object.fromEntries(users.map((user) => [`${prefix}_${user}_PASSWORD`, instead(`${prefix}_${user}_PASSWORD`)]));

/** Variables of earlier versions that stand in another one now, or in the settings, by who read them. */
const RENAMED = {
  settings: {
    ...takenOver('it is recorded in Ledger, Exchange rates', 'RATES', 'EUR_USD_RATE'),
    ...takenOver('what it says is set in Settings', 'POLICY'),
    ...inSettings('money', 'CURRENCIES', 'CONVERSION_FEE_PERCENT', 'DEPOSIT_FEE_PERCENT', 'PAYOUT_ACCOUNTS'),
    ...inSettings('money', 'VOUCHER_VAT', 'VAT_PERCENT'),
    ...inSettings('approvals', 'SECOND_APPROVAL_DEPOSIT', 'SECOND_APPROVAL_PAYOUT', 'SECOND_APPROVAL_CREDIT'),
    ...inSettings('approvals', 'SECOND_APPROVAL_DISCOUNT', 'APPROVAL_LIMIT_PER_DAY'),
    ...inSettings('waits', 'SECOND_FACTOR_RESET_HOURS', 'REFRESH_TOKEN_DAYS', 'ADMIN_SESSION_HOURS'),
    ...inSettings('orders', 'PARTIAL_DELIVERY', 'CREDIT_REMINDER_DAYS', 'CREDIT_REMINDER_PERCENT'),
    ...inSettings('retention', 'INVOICE_RETENTION_YEARS', 'SECURITY_EVENT_DAYS', 'SUPERSEDED_FILE_DAYS'),
  },
  parts: {
    DATA_ENCRYPTION_KEY: numbered('DATA_ENCRYPTION'),
    DATA_ENCRYPTION_KEY_ID: numbered('DATA_ENCRYPTION'),
    DATA_ENCRYPTION_RETIRED_KEYS: numbered('DATA_ENCRYPTION'),
    EVENT_MAC_KEY: numbered('EVENT_MAC'),
    EVENT_MAC_KEY_ID: numbered('EVENT_MAC'),
    EVENT_MAC_RETIRED_KEYS: numbered('EVENT_MAC'),
    NOTARY_KEY: notary,
    NOTARY_RETIRED_KEY: notary,
    RATE_LIMIT_PER_MINUTE: rates,
    AUTH_RATE_LIMIT_PER_MINUTE: rates,
    LOG_WITNESSES: heads,
    LOG_HEADS_DIR: heads,
    LOG_HEADS_MAIL: heads,
    MAIL_FROM: sender,
    WEBHOOK_LOOPBACK: derived,
    SETTINGS_WAIT: derived,
    WEB_DIR: () => 'the screens are where the build puts them: remove it',
    HEARTBEAT_FILE: option('--heartbeat FILE'),
  },
  ledger: { EVENTSTORE_USER: login, EVENTSTORE_PASSWORD: login },
  migrations: accounts('POSTGRES', USERS, ofDatabase),
  access: {
    EVENTSTORE_ADMIN_URL: () => write(`EVENTSTORE_URL=${theValueOf('EVENTSTORE_ADMIN_URL')}`),
    ...accounts('EVENTSTORE', USERS, ofEventStore),
  },
  eventStore: {
    EVENTSTORE_HOST: option('--host HOST'),
    EVENTSTORE_PORT: option('--port PORT'),
    EVENTSTORE_TLS_KEY: option('--certificate FOLDER'),
    EVENTSTORE_TLS_CERT: option('--certificate FOLDER'),
    EVENTSTORE_TLS_CA: option('--certificate FOLDER'),
    EVENTSTORE_INSECURE: option('--insecure'),
    EVENTSTORE_USERS: () => write('EVENTSTORE_ACCOUNTS=admin:<its password>,web:<its password>,…'),
  },
  containers: {
    POSTGRES_PASSWORD: ofDatabase('POSTGRES_PASSWORD'),
    ...accounts('EVENTSTORE', ['ADMIN', 'OPS'], ofEventStore),
    EVENTSTORE_CA: ({ EVENTSTORE_CA }) => write(`SERVERS_CA=${EVENTSTORE_CA}`),
    WEB_PORT: ({ WEB_PORT }) => write(`PORT=${WEB_PORT}`),
    MAIL_PORT: ({ MAIL_PORT }) => write(`MAILBOX_PORT=${MAIL_PORT}`),
  },
} satisfies Readonly<Record<string, Readonly<Record<string, Instead>>>>;
type Reader = keyof typeof RENAMED;

export const renamedNames = (...readers: Reader[]): string[] =>
  readers.flatMap((reader) => Object.keys(RENAMED[reader]));

/** Those of them that are set, each with the line to write. */
export const renamedIn = (given: Given, ...readers: Reader[]): Problem[] =>
  readers.flatMap((reader) =>
    Object.entries<Instead>(RENAMED[reader]).flatMap(([name, instead]) =>
      given[name] ? [{ name, state: 'is not read any more', message: `${instead(given)}.` }] : [],
    ),
  );
