import { parse } from 'pg-connection-string';
import { isLocalHost, isLocalUrl } from './local.ts';
import { filled } from './parsed.ts';

type Environment = Readonly<Record<string, string | undefined>>;
export type Problem = { readonly name: string; readonly message: string };
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

const when = (isUnsafe: boolean, message: string): string[] => (isUnsafe ? [message] : []);
const atMost =
  (most: number, why = ''): Rule =>
  (value) =>
    when(Number(value) > most, `expected ${most} or fewer${why}`);
const randomText: Rule = (secret) => when(isWeak(secret), RANDOM);
const randomKey: Rule = (key) => when(isWeak(Buffer.from(key, 'base64')), RANDOM);
const keysIn = (pairs: string): string[] => filled(pairs).map((pair) => pair.replace(/^\d+:/, ''));
const randomKeys: Rule = (pairs) => keysIn(pairs).flatMap(randomKey);

const SETTINGS: Rules = {
  PUBLIC_URL: (url) =>
    when(
      new URL(url).protocol !== 'https:',
      'expected an https address: over http, passwords and sessions can be read on the way',
    ),
  RATE_LIMIT: (limit) => when(limit === 'relaxed', 'expected normal: relaxed lets passwords be guessed without limit'),
  // Above these, a limit stops neither guessing nor a flood of requests.
  RATE_LIMIT_PER_MINUTE: atMost(10_000, ': above that it limits nobody'),
  AUTH_RATE_LIMIT_PER_MINUTE: atMost(200, ': above that it limits nobody'),
  WEBHOOK_LOOPBACK: (flag) =>
    when(flag === 'true' || flag === '1', 'expected false: webhooks would reach the services of this machine'),
  SETTINGS_WAIT: (flag) =>
    when(
      flag === 'false' || flag === '0',
      'expected true: a stolen session of an owner could redirect payments at once',
    ),
  EVENT_MAC_SINCE: (since) =>
    when(Date.parse(since) > Date.now(), 'expected a moment that has passed: until then any event counts'),
  LOG_LEVEL: (level) =>
    when(level === 'trace' || level === 'debug', 'expected info or less: more would log what is typed'),
};
const SECRETS: Rules = {
  JWT_SECRET: randomText,
  ADMIN_JWT_SECRET: randomText,
  DATA_ENCRYPTION_KEY: randomKey,
  EVENT_MAC_KEY: randomKey,
  NOTARY_KEY: randomKey,
};
const RETIRED: Rules = { DATA_ENCRYPTION_RETIRED_KEYS: randomKeys, EVENT_MAC_RETIRED_KEYS: randomKeys };
const ADDRESSES: Rules = { DATABASE_URL: unsafeDatabase, EVENTSTORE_URL: unsafeEventStore };

/** Everything that a public store must not be started with; empty when PUBLIC_URL is this machine. */
export function unsafeIn(env: Environment): Problem[] {
  const { PUBLIC_URL } = env;
  if (PUBLIC_URL === undefined || !URL.canParse(PUBLIC_URL) || isLocalUrl(PUBLIC_URL)) return [];
  const valuesOf = (rules: Rules) =>
    Object.keys(rules).flatMap((name) => (env[name] === undefined ? [] : [{ name, value: env[name] }]));
  const refused = (rules: Rules): Problem[] =>
    valuesOf(rules).flatMap(({ name, value }) => rules[name]?.(value).map((message) => ({ name, message })) ?? []);
  const retired = valuesOf(RETIRED).flatMap(({ name, value }) => keysIn(value).map((key) => ({ name, value: key })));
  const equal = valuesOf(SECRETS).flatMap(({ name, value }, index, all) =>
    [...all.slice(0, index), ...retired]
      .filter((other) => other.value === value)
      .map((other) => ({ name, message: `expected another value than ${other.name}` })),
  );
  const missing = (name: string, message: string): Problem[] => (env[name] === undefined ? [{ name, message }] : []);
  return [
    ...refused({ ...SETTINGS, ...SECRETS, ...RETIRED }),
    ...equal,
    ...missing('EVENT_MAC_KEY', `${RANDOM}: without it, events of the ledger can be forged`),
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

/** On this machine a password adds nothing to the machine's own access rights. */
function unsafeDatabase(url: string): string[] {
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
