import { eventMacKeys } from './event-macs.ts';
import { type FormerSettings, readFormer } from './former-variables.ts';
import { keyRing } from './keys.ts';
import { isLocalUrl } from './local.ts';
import { type PARTS, type Part, type Secret, secretsWithheldFrom, withheldFrom } from './parts.ts';
import { type Problem, unsafeIn } from './production.ts';
import { type Environment, refuseContradictions, variables } from './variables.ts';

/** Replaces both limits of requests when they are lifted. */
const RELAXED_PER_MINUTE = 1_000_000;

/**
 * The configuration of a part: each variable under its name in camel case, and what follows from several of them. Rates
 * and percentages stay exact decimal strings; the ledger does the arithmetic.
 */
export type Config<P extends Part = 'web'> = Omit<Everything, FieldOf<Secret>> & {
  readonly [Field in FieldOf<(typeof PARTS)[P]['secrets'][number]>]: NonNullable<Everything[Field]>;
};

type Everything = ReturnType<typeof fromEnvironment>;
type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<Name>;
type FieldOf<Name extends Secret> = Name extends 'DATA_ENCRYPTION_KEY' ? 'dataKeys' : CamelCase<Name>;

const camelCase = (name: string) => name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

function fromEnvironment(env: Environment, former: FormerSettings) {
  // As browsers write it: scheme and host in small letters.
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).href.replace(/\/$/, '');
  const { RATE_LIMIT_PER_MINUTE, AUTH_RATE_LIMIT_PER_MINUTE, NOTARY_KEY, NOTARY_RETIRED_KEY } = env;
  const variables = Object.fromEntries(Object.entries(env).map(([name, value]) => [camelCase(name), value]));
  return {
    ...(variables as { [Name in keyof Environment as CamelCase<Name>]: Environment[Name] }),
    ledgerCacheBytes: env.LEDGER_CACHE_MB * 1024 * 1024,
    /** No trailing slash. */
    publicUrl,
    /** True when people reach it from other machines. */
    isProduction: !isLocalUrl(publicUrl),
    /** Cookies are marked Secure exactly when browsers reach us over TLS. */
    secureCookies: publicUrl.startsWith('https:'),
    /** For one client address: all requests, and those that could be used to guess passwords and codes. */
    rateLimitPerMinute: env.RATE_LIMIT === 'relaxed' ? RELAXED_PER_MINUTE : RATE_LIMIT_PER_MINUTE,
    authRateLimitPerMinute: env.RATE_LIMIT === 'relaxed' ? RELAXED_PER_MINUTE : AUTH_RATE_LIMIT_PER_MINUTE,
    dataKeys: keyRing(env.DATA_ENCRYPTION_KEY, env.DATA_ENCRYPTION_KEY_ID, env.DATA_ENCRYPTION_RETIRED_KEYS),
    eventMacs: eventMacKeys(env),
    notaryKey: NOTARY_KEY === undefined ? undefined : Buffer.from(NOTARY_KEY, 'base64'),
    /** Also signs, until `notaryKey` has replaced it. */
    notaryRetiredKey: NOTARY_RETIRED_KEY === undefined ? undefined : Buffer.from(NOTARY_RETIRED_KEY, 'base64'),
    /** `Name <address>`: of mails to administrators, and of all where the settings name no sender. */
    mailFrom: env.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    /** What is set in the settings now, of an older `.env`. */
    former,
  };
}

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
  const { former, problems: wrong } = readFormer(present);
  const unsafe = [...wrong, ...unsafeIn(present)];
  // The type of a part's configuration follows from the same table as the withheld secrets.
  if (parsed.success && unsafe.length === 0) return fromEnvironment(parsed.data, former) as unknown as Config<P>;
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
