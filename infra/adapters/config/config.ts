import path from 'node:path';
import { ConfigError, describeProblems } from './config-error.ts';
import { eventMacKeys } from './event-macs.ts';
import { isLocalUrl } from './local.ts';
import { type PARTS, type Part, type Secret, secretsWithheldFrom, withheldFrom } from './parts.ts';
import { unsafeIn } from './production.ts';
import { renamedIn } from './renamed-variables.ts';
import { type Environment, refuseContradictions, senderIn, variables } from './variables.ts';

/** Where the build puts the screens. */
const WEB_DIR = path.join(import.meta.dirname, '../../../dist/web');

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
type FieldOf<Name extends Secret> = Name extends 'DATA_ENCRYPTION_KEYS' ? 'dataKeys' : CamelCase<Name>;

const camelCase = (name: string) => name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

function fromEnvironment(env: Environment) {
  // As browsers write it: scheme and host in small letters.
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).href.replace(/\/$/, '');
  const isProduction = !isLocalUrl(publicUrl);
  const variables = Object.fromEntries(Object.entries(env).map(([name, value]) => [camelCase(name), value]));
  return {
    ...(variables as { [Name in keyof Environment as CamelCase<Name>]: Environment[Name] }),
    ledgerCacheBytes: env.LEDGER_CACHE_MB * 1024 * 1024,
    /** No trailing slash. */
    publicUrl,
    /** True when people reach it from other machines. */
    isProduction,
    /** Whether webhooks may go to addresses of this machine, by http too: to a receiver that runs beside the store. */
    webhookLoopback: !isProduction,
    /** Whether changes of settings that concern money wait while nobody has set how long. */
    settingsWait: isProduction,
    /** Cookies are marked Secure exactly when browsers reach us over TLS. */
    secureCookies: publicUrl.startsWith('https:'),
    /** For one client address: all requests, and those that could be used to guess passwords and codes. */
    rateLimitPerMinute: env.RATE_LIMIT.all,
    authRateLimitPerMinute: env.RATE_LIMIT.signIns,
    webDir: WEB_DIR,
    dataKeys: env.DATA_ENCRYPTION_KEYS,
    eventMacs: eventMacKeys(env),
    /** `Name <address>`: of mails to administrators, and of all where the settings name no sender. */
    mailFrom: (env.SMTP_URL && senderIn(env.SMTP_URL)) || `no-reply@${new URL(publicUrl).hostname}`,
  };
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
  const unsafe = [...renamedIn(present, 'parts', 'settings'), ...unsafeIn(present)];
  // The type of a part's configuration follows from the same table as the withheld secrets.
  if (parsed.success && unsafe.length === 0) return fromEnvironment(parsed.data) as unknown as Config<P>;
  throw new ConfigError(describeProblems(present, parsed.error, unsafe));
}
