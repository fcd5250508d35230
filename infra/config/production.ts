import { parse } from 'pg-connection-string';
import { isLocalHost, isLocalUrl } from './local.ts';

type Environment = Readonly<Record<string, string | undefined>>;
export type Problem = { readonly name: string; readonly message: string };

/** Random text of 32 characters has about 20 different ones or more; a word that is repeated has few. */
const LEAST_DIFFERENT = 12;
const isWeak = (secret: Iterable<string | number>) => new Set(secret).size < LEAST_DIFFERENT;
const MIN_PASSWORD_CHARS = 16;
const isWeakPassword = (password: string) => password.length < MIN_PASSWORD_CHARS || isWeak(password);

const RANDOM = 'expected random characters: in production it must not be a word or a pattern (openssl rand -base64 32)';
const PASSWORD = `expected a random password of at least ${MIN_PASSWORD_CHARS} characters`;
const KEYS = ['DATA_ENCRYPTION_KEY', 'EVENT_MAC_KEY', 'NOTARY_KEY'];
const RETIRED = ['DATA_ENCRYPTION_RETIRED_KEYS', 'EVENT_MAC_RETIRED_KEYS'];
const TOKENS = ['JWT_SECRET', 'ADMIN_JWT_SECRET'];
/** Above these, a limit stops neither guessing nor a flood of requests. */
const MOST_PER_MINUTE = { RATE_LIMIT_PER_MINUTE: 10_000, AUTH_RATE_LIMIT_PER_MINUTE: 200 };
/** Above these, a stolen token or an unlocked browser is somebody else's for too long. */
const LONGEST = { ACCESS_TOKEN_MINUTES: 60, REFRESH_TOKEN_DAYS: 90, ADMIN_SESSION_HOURS: 24 };
/** Customers need the time to read the mail and stop it. */
const LEAST_RESET_HOURS = 12;
/** They write what is typed and sent. */
const TALKATIVE = ['trace', 'debug'];

/** `FILE_SCANNER_URL` of a store that scans no uploads. */
export const NO_SCANNER = 'none';

/** Everything that a public store must not be started with; empty when PUBLIC_URL is this machine. */
export function unsafeIn(env: Environment): Problem[] {
  const { PUBLIC_URL } = env;
  if (PUBLIC_URL === undefined || !URL.canParse(PUBLIC_URL) || isLocalUrl(PUBLIC_URL)) return [];
  return [
    ...unsafeAddress(PUBLIC_URL),
    ...unsafeLimits(env),
    ...unsafeSettings(env),
    ...unsafeSecrets(env),
    ...unsafeDatabase(env.DATABASE_URL),
    ...unsafeEventStore(env.EVENTSTORE_URL),
    ...unscannedUploads(env),
  ];
}

/** Of the web, which takes uploads: it has the secret of tokens. Scanning costs memory, so leaving it out is allowed, by a choice. */
const unscannedUploads = ({ JWT_SECRET, FILE_SCANNER_URL = '' }: Environment): Problem[] =>
  when(
    JWT_SECRET !== undefined && FILE_SCANNER_URL === '',
    'FILE_SCANNER_URL',
    `expected ClamAV’s address, such as tcp://clamav:3310, or ${NO_SCANNER}: uploads of strangers are opened by administrators`,
  );

const when = (isUnsafe: boolean, name: string, message: string): Problem[] => (isUnsafe ? [{ name, message }] : []);

function unsafeAddress(publicUrl: string): Problem[] {
  const message = 'expected an https address: over http, passwords and sessions can be read on the way';
  return when(new URL(publicUrl).protocol !== 'https:', 'PUBLIC_URL', message);
}

function unsafeLimits(env: Environment): Problem[] {
  return [
    ...when(
      env.RATE_LIMIT === 'relaxed',
      'RATE_LIMIT',
      'expected normal: relaxed lets passwords be guessed without limit',
    ),
    ...Object.entries(MOST_PER_MINUTE).flatMap(([name, most]) =>
      when(Number(env[name] ?? 0) > most, name, `expected ${most} or fewer: above that it limits nobody`),
    ),
    ...when(
      env.WEBHOOK_LOOPBACK === 'true' || env.WEBHOOK_LOOPBACK === '1',
      'WEBHOOK_LOOPBACK',
      'expected false: webhooks would reach the services of this machine',
    ),
  ];
}

function unsafeSettings(env: Environment): Problem[] {
  const since = Date.parse(env.EVENT_MAC_SINCE ?? '');
  return [
    ...Object.entries(LONGEST).flatMap(([name, most]) =>
      when(Number(env[name] ?? 0) > most, name, `expected ${most} or fewer`),
    ),
    ...when(
      Number(env.SECOND_FACTOR_RESET_HOURS ?? LEAST_RESET_HOURS) < LEAST_RESET_HOURS,
      'SECOND_FACTOR_RESET_HOURS',
      `expected ${LEAST_RESET_HOURS} or more: the customer needs the time to stop it`,
    ),
    ...when(Number(env.SECOND_APPROVAL_DISCOUNT ?? 0) >= 100, 'SECOND_APPROVAL_DISCOUNT', 'expected less than 100'),
    ...when(since > Date.now(), 'EVENT_MAC_SINCE', 'expected a moment that has passed: until then any event counts'),
    ...when(
      TALKATIVE.includes(env.LOG_LEVEL ?? ''),
      'LOG_LEVEL',
      'expected info or less: more would log what is typed',
    ),
  ];
}

function unsafeSecrets(env: Environment): Problem[] {
  const present = [...TOKENS, ...KEYS].flatMap((name) => (env[name] === undefined ? [] : [{ name, value: env[name] }]));
  const bytesOf = ({ name, value }: { name: string; value: string }) =>
    KEYS.includes(name) ? Buffer.from(value, 'base64') : value;
  const retired = RETIRED.flatMap((name) =>
    (env[name] ?? '').split(',').flatMap((pair) => (pair === '' ? [] : [{ name, value: pair.replace(/^\d+:/, '') }])),
  );
  const equal = present.flatMap(({ name, value }, index) =>
    [...present.slice(0, index), ...retired]
      .filter((other) => other.value === value)
      .map((other) => ({ name, message: `expected another value than ${other.name}` })),
  );
  return [
    ...present.filter((one) => isWeak(bytesOf(one))).map(({ name }) => ({ name, message: RANDOM })),
    ...retired
      .filter(({ value }) => isWeak(Buffer.from(value, 'base64')))
      .map(({ name }) => ({ name, message: RANDOM })),
    ...equal,
    ...when(
      env.EVENT_MAC_KEY === undefined,
      'EVENT_MAC_KEY',
      `${RANDOM}: without it, events of the ledger can be forged`,
    ),
  ];
}

/** On this machine a password adds nothing to the machine's own access rights. */
function unsafeDatabase(url: string | undefined): Problem[] {
  if (url === undefined) return [];
  let host: string;
  let password: string;
  try {
    const parsed = parse(url.replace(/([?&])ssl[a-z]*=[^&]*/g, '$1'));
    host = parsed.host ?? 'localhost';
    password = parsed.password ?? '';
  } catch {
    return [{ name: 'DATABASE_URL', message: 'expected an address that can be read' }];
  }
  if (isLocalHost(host)) return [];
  const isProven = /[?&]sslmode=verify-full(&|$)/.test(url);
  return [
    ...when(!isProven, 'DATABASE_URL', 'expected sslmode=verify-full: the way to that host can be listened to'),
    ...when(isWeakPassword(password), 'DATABASE_URL', PASSWORD),
  ];
}

/** Parsed by hand: a cluster's string lists several hosts, which the URL class refuses. */
function unsafeEventStore(url: string | undefined): Problem[] {
  const [, login = '', hosts = '', query = ''] = /^[a-z+]+:\/\/(?:(.*)@)?([^/?]*)\/?\??(.*)$/.exec(url ?? '') ?? [];
  if (hosts === '') return [];
  const name = 'EVENTSTORE_URL';
  const options = new Map([...new URLSearchParams(query)].map(([key, value]) => [key.toLowerCase(), value]));
  const [user = '', password = ''] = login.split(/:(.*)/s).map(decodeURIComponent);
  const isOurs = hosts.split(',').every((host) => isLocalHost(host.replace(/:\d+$/, '')));
  const needsTls = 'expected tls=true: the way to that host can be listened to';
  const needsProof = 'expected no tlsVerifyCert=false: somebody else could answer in its place';
  const needsUser = 'expected the user of this part and its password: ledger events are read and written by it';
  return [
    ...when(!isOurs && options.get('tls') === 'false', name, needsTls),
    ...when(!isOurs && options.get('tlsverifycert') === 'false', name, needsProof),
    ...when(!isOurs && login === '', name, needsUser),
    ...when(user === 'admin' || user === 'ops', name, `${needsUser}, not the server’s ${user}`),
    ...when(login !== '' && isWeakPassword(password), name, PASSWORD),
  ];
}
