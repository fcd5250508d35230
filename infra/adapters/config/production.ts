import { parse } from 'pg-connection-string';
import { exampleIn } from '#core/kernel/text/examples.ts';
import { serversIn } from '#infra/connect/primary.ts';
import type { Problem } from './config-error.ts';
import { isLocalHost, isLocalUrl } from './local.ts';
import { filled } from './parsed.ts';

type Environment = Readonly<Record<string, string | undefined>>;
/** What was expected instead of a value; empty for one that is safe. */
type Rule = (value: string) => string[];
type Rules = Readonly<Record<string, Rule>>;

/** Random text of 32 characters has about 20 different ones or more; a word that is repeated has few. */
const LEAST_DIFFERENT = 12;
const isWeak = (secret: Iterable<string | number>) => new Set(secret).size < LEAST_DIFFERENT;
const MIN_PASSWORD_CHARS = 16;
const isWeakPassword = (password: string) => password.length < MIN_PASSWORD_CHARS || isWeak(password);

const RANDOM = 'expected random characters: in production it must not be a word or a pattern (openssl rand -base64 32)';
const PASSWORD = `expected a random password of at least ${MIN_PASSWORD_CHARS} characters`;

/** `FILE_SCANNER_URL` of a store that scans no uploads. */
export const NO_SCANNER = 'none';
/** `RATE_LIMIT` of a store that anybody may ask without limit. */
export const NO_LIMIT = 'off';

const when = (isUnsafe: boolean, message: string): string[] => (isUnsafe ? [message] : []);
const randomText: Rule = (secret) => when(isWeak(secret), RANDOM);
const randomKey: Rule = (key) => when(isWeak(Buffer.from(key, 'base64')), RANDOM);
const keysIn = (list: string): string[] => filled(list).map((entry) => entry.replace(/^\s*\d+:|\s/g, ''));
const randomKeys: Rule = (list) => keysIn(list).flatMap(randomKey).slice(0, 1);

const ownAddresses = (addresses: readonly string[]) =>
  when(exampleIn(addresses) !== null, 'expected addresses of your own: mails of and to an example are lost');

const SETTINGS: Rules = {
  PUBLIC_URL: (url) =>
    when(
      new URL(url).protocol !== 'https:',
      'expected an https address: over http, passwords and sessions can be read on the way',
    ),
  RATE_LIMIT: (limit) => {
    if (limit === NO_LIMIT) return [`expected two numbers: ${NO_LIMIT} lets passwords be guessed without limit`];
    const [all = 0, signIns = 0] = limit.split(',').map(Number);
    // Above these, a limit stops neither guessing nor a flood of requests.
    return when(all > 10_000 || signIns > 200, 'expected 10000,200 or fewer: above that it limits nobody');
  },
  FILES_DIR: provenBucket,
  BACKUP_TO: provenBucket,
  SMTP_URL: (url) => ownAddresses(new URL(url).searchParams.getAll('from')),
  LOG_HEADS_TO: (places) => ownAddresses(filled(places).filter((place) => /^\s*[^\s/]+@/.test(place))),
  EVENT_MAC_SINCE: (since) =>
    when(Date.parse(since) > Date.now(), 'expected a moment that has passed: until then any event counts'),
  LOG_LEVEL: (level) =>
    when(level === 'trace' || level === 'debug', 'expected info or less: more would log what is typed'),
};
const SECRETS: Rules = {
  JWT_SECRET: randomText,
  ADMIN_JWT_SECRET: randomText,
  DATA_ENCRYPTION_KEYS: randomKeys,
  EVENT_MAC_KEYS: randomKeys,
  NOTARY_KEYS: randomKeys,
};
const ADDRESSES: Rules = {
  DATABASE_URL: (address) => [...new Set(serversIn(address).flatMap(unsafePostgres))],
  EVENTSTORE_URL: unsafeEventStore,
};

/** Everything that a public store must not be started with; empty when PUBLIC_URL is this machine. */
export function unsafeIn(env: Environment): Problem[] {
  const { PUBLIC_URL } = env;
  if (PUBLIC_URL === undefined || !URL.canParse(PUBLIC_URL) || isLocalUrl(PUBLIC_URL)) return [];
  const valuesOf = (rules: Rules) =>
    Object.keys(rules).flatMap((name) => (env[name] === undefined ? [] : [{ name, value: env[name] }]));
  const refused = (rules: Rules): Problem[] =>
    valuesOf(rules).flatMap(({ name, value }) => rules[name]?.(value).map((message) => ({ name, message })) ?? []);
  const secrets = valuesOf(SECRETS).flatMap(({ name, value }) => keysIn(value).map((secret) => ({ name, secret })));
  const equal = secrets.flatMap(({ name, secret }, index) =>
    secrets
      .slice(0, index)
      .filter((other) => other.secret === secret && other.name !== name)
      .map((other) => ({ name, message: `expected another value than in ${other.name}` })),
  );
  const missing = (name: string, message: string): Problem[] => (env[name] === undefined ? [{ name, message }] : []);
  return [
    ...refused({ ...SETTINGS, ...SECRETS }),
    ...equal,
    ...missing(
      'EVENT_MAC_KEYS',
      'expected 1:key, with a key of openssl rand -base64 32: without it, events of the ledger can be forged',
    ),
    ...refused(ADDRESSES),
    // Of the web, which takes uploads: it has the secret of tokens. Scanning costs memory, so leaving it out is allowed, by a choice.
    ...(env.JWT_SECRET === undefined
      ? []
      : missing(
          'FILE_SCANNER_URL',
          `expected ClamAV’s address, such as tcp://clamav:3310, or ${NO_SCANNER}: uploads of strangers are opened by administrators`,
        )),
  ];
}

/** What is in a bucket is sealed, or public; but over http somebody else could answer in its place. */
function provenBucket(address: string): string[] {
  const [, endpoint = ''] = /^s3:.*[?&]endpoint=([^&]*)/.exec(address) ?? [];
  const url = decodeURIComponent(endpoint);
  const isOpen = URL.canParse(url) && new URL(url).protocol !== 'https:' && !isLocalUrl(url);
  return when(isOpen, 'expected an endpoint of https: somebody else could answer in its place');
}

/** On this machine a password adds nothing to the machine's own access rights. */
function unsafePostgres(url: string): string[] {
  let host: string;
  let password: string;
  try {
    const parsed = parse(url.replace(/([?&])ssl[a-z]*=[^&]*/g, '$1'));
    host = parsed.host ?? 'localhost';
    password = parsed.password ?? '';
  } catch {
    return ['expected an address that can be read'];
  }
  if (isLocalHost(host)) return [];
  const isProven = /[?&]sslmode=verify-full(&|$)/.test(url);
  return [
    ...when(!isProven, 'expected sslmode=verify-full: the way to that host can be listened to'),
    ...when(isWeakPassword(password), PASSWORD),
  ];
}

/** Parsed by hand: a cluster's string lists several hosts, which the URL class refuses. */
function unsafeEventStore(url: string): string[] {
  const [, login = '', hosts = '', query = ''] = /^[a-z+]+:\/\/(?:(.*)@)?([^/?]*)\/?\??(.*)$/.exec(url) ?? [];
  if (hosts === '') return [];
  const options = new Map([...new URLSearchParams(query)].map(([key, value]) => [key.toLowerCase(), value]));
  const [user = '', password = ''] = login.split(/:(.*)/s).map(decodeURIComponent);
  const isOurs = hosts.split(',').every((host) => isLocalHost(host.replace(/:\d+$/, '')));
  const needsTls = 'expected tls=true: the way to that host can be listened to';
  const needsProof = 'expected no tlsVerifyCert=false: somebody else could answer in its place';
  const needsUser = 'expected the user of this part and its password: ledger events are read and written by it';
  return [
    ...when(!isOurs && options.get('tls') === 'false', needsTls),
    ...when(!isOurs && options.get('tlsverifycert') === 'false', needsProof),
    ...when(!isOurs && login === '', needsUser),
    ...when(user === 'admin' || user === 'ops', `${needsUser}, not the server’s ${user}`),
    ...when(login !== '' && isWeakPassword(password), PASSWORD),
  ];
}
