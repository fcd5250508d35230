/** Servers that are run elsewhere, in place of those of docker-compose.yml: the addresses of `.env`, each with the login of who may do all there. */
import { X509Certificate } from 'node:crypto';
import { postgresUrl } from '#infra/adapters/config/variables.ts';
import { SecretsError } from './secrets-error.ts';

type Given = Readonly<Record<string, string | undefined>>;
export type OwnServers = { readonly database?: string; readonly eventStore?: string };

/** The file of SERVERS_CA in each container. */
const AUTHORITY = '/certificates/given/ca.crt';

const KINDS = {
  database: {
    variable: 'DATABASE_URL',
    address: /^postgres(ql)?:\/\/[^:@/?#]+:[^@/?#]+@[^@/?#]+\/[^/?#]+(\?.*)?$/,
    files: /[?&]ssl(rootcert|cert|key)=/i,
    expected:
      'the address of a database with its owner, such as postgresql://owner:password@one:5432,two:5432/giftledger?sslmode=verify-full; with two servers, ?reads=standby may stand in it, and target_session_attrs=read-write',
  },
  eventStore: {
    variable: 'EVENTSTORE_URL',
    address: /^(esdb|kurrentdb)(\+discover)?:\/\/[^:@/?#]+:[^@/?#]+@[^@?#]+(\?.*)?$/,
    files: /[?&]tlsCAFile=/i,
    expected:
      'an address with an administrator, such as esdb://admin:password@host-1:2113,host-2:2113,host-3:2113?tls=true',
  },
} as const;

/**
 * The servers that `.env` names, with what the containers verify them by.
 * @param authority what is in the file of SERVERS_CA; empty without one
 * @throws SecretsError where an address cannot be understood; the message does not repeat it, since it has a password
 */
export function ownServersIn(given: Given, authority: string): OwnServers {
  if (authority !== '' && !isCertificate(authority))
    throw new SecretsError('SERVERS_CA names a file without a certificate (PEM).');
  const addressOf = ({
    variable,
    address,
    files,
    expected,
  }: (typeof KINDS)[keyof typeof KINDS]): string | undefined => {
    const value = given[variable];
    if (!value) return undefined;
    if (!address.test(value))
      throw new SecretsError(`${variable} is not ${expected}. In a password, %2F stands for a slash, %40 for @.`);
    if (files.test(value))
      throw new SecretsError(
        `${variable} names a file, which no container has: name the one of the authority in SERVERS_CA.`,
      );
    return value;
  };
  const database = addressOf(KINDS.database);
  const eventStore = addressOf(KINDS.eventStore);
  if (database && !postgresUrl.safeParse(database).success)
    throw new SecretsError(`DATABASE_URL is not ${KINDS.database.expected}.`);
  const proven = authority !== '';
  return {
    ...(database && {
      database: withOptions(database, {
        // It is another machine: what is written otherwise is a choice.
        ...(/[?&]sslmode=/.test(database) ? {} : { sslmode: 'verify-full' }),
        ...(proven ? { sslrootcert: AUTHORITY } : {}),
      }),
    }),
    ...(eventStore && { eventStore: withOptions(eventStore, proven ? { tlsCAFile: AUTHORITY } : {}) }),
  };
}

function withOptions(address: string, options: Readonly<Record<string, string>>): string {
  const added = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return [address, ...added].reduce((whole, option) => `${whole}${whole.includes('?') ? '&' : '?'}${option}`);
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).subject !== '';
  } catch {
    return false;
  }
}
