import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

/** How long each server of an address is waited for, when they are asked which of them is the primary … */
const ASK_MS = 5_000;
/** … and, once one of them is found to be, how long the others: one that is newer, or a machine that is lost. */
const OTHERS_MS = 500;
/** While there is none, everything that connects waits for the answer of one look, and that for a while before the next. */
const LOOK_AGAIN_MS = 500;
const POSTGRES_PORT = 5432;

/** What a server says of itself. */
const STATE = `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as frozen`;
/** A standby that is promoted begins a new timeline, so of several primaries the newest has the highest number. */
const STATE_OF_SEVERAL = `${STATE}, case when pg_is_in_recovery() then 0
  else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`;
export type State = { readonly standby: boolean; readonly frozen: boolean; readonly timeline?: number };

/** No server of the address may be written to. As Postgres says that a connection cannot be made: who retries those, retries this. */
class NoPrimaryError extends Error {
  override readonly name = 'NoPrimaryError';
  readonly code = '08001';
  readonly severity = 'FATAL';
}

const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;
export const hostIn = (address: string): string => ADDRESS.exec(address)?.[2] ?? '';

/** `postgresql://user@a:5432,b:5432/db` as an address of each server, in its order. */
export function serversIn(address: string): readonly string[] {
  const [, login = '', hosts = '', rest = ''] = ADDRESS.exec(address) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => `${login}${host.trim()}${rest}`) : [address];
}

/** The address with one more option; the URL class does not read one with several hosts. */
export const withOption = (address: string, name: string, value: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;

/** Of an address with several hosts: who its primary was found to be, and the highest timeline that this process has seen. */
type Known = { primary: Promise<string> | undefined; timeline: number };
const known = new Map<string, Known>();
function knownOf(address: string): Known {
  const hosts = hostIn(address);
  const found = known.get(hosts) ?? { primary: undefined, timeline: 0 };
  known.set(hosts, found);
  return found;
}

/** Why it must not be written to; undefined for the primary. */
function refusalOf({ standby, frozen, timeline }: State, newest: number): string | undefined {
  if (standby) return 'is a standby';
  if (frozen) return 'is set to read only';
  if (timeline !== undefined && timeline < newest) {
    return `is an earlier primary that came back: its timeline is ${timeline}, and the primary that this program wrote to had ${newest}`;
  }
  return undefined;
}

const refused = (reasons: string) =>
  new NoPrimaryError(
    `No Postgres of DATABASE_URL may be written to: ${reasons}. Nothing was written. Promote the standby, or correct the address (docs/runbooks/postgres.md).`,
  );

/**
 * Opens a connection to the one server of the address that takes writes: never to a standby, nor to an earlier primary.
 * @throws NoPrimaryError where there is none
 */
export async function toPrimary<T>(
  address: string,
  open: (server: string) => Promise<T>,
  at: { ask(opened: T, query: string): Promise<State | undefined>; close(opened: T): Promise<unknown> },
): Promise<T> {
  const servers = serversIn(address);
  const about = knownOf(address);
  if (servers.length > 1) about.primary ??= findPrimary(servers, about);
  const finding = about.primary;
  let opened: T | undefined;
  try {
    const server = (await finding) ?? address;
    opened = await open(server);
    const state = await at.ask(opened, servers.length === 1 ? STATE : STATE_OF_SEVERAL);
    const refusal = state && refusalOf(state, about.timeline);
    if (refusal !== undefined) throw refused(`${hostIn(server)} ${refusal}`);
    about.timeline = Math.max(about.timeline, state?.timeline ?? 0);
    return opened;
  } catch (error) {
    // The next one asks all servers again.
    if (about.primary === finding) about.primary = undefined;
    if (opened !== undefined) await at.close(opened).catch(() => undefined);
    throw error;
  }
}

async function findPrimary(servers: readonly string[], about: Known): Promise<string> {
  const looks = await answersOf(servers.map(look));
  const newest = Math.max(about.timeline, ...looks.map(({ state }) => state?.timeline ?? 0));
  const reasons = looks.map(({ server, state, reason }) => {
    const refusal = state ? refusalOf(state, newest) : `does not answer (${reason})`;
    return { server, refusal };
  });
  const primary = reasons.find(({ refusal }) => refusal === undefined);
  if (primary) return primary.server;
  await delay(LOOK_AGAIN_MS);
  throw refused(reasons.map(({ server, refusal }) => `${hostIn(server)} ${refusal}`).join(', '));
}

/** All answers, or those that came while a primary was among them for a while. */
async function answersOf(asked: readonly Promise<Look>[]): Promise<readonly Look[]> {
  const answers: Look[] = [];
  const { promise: found, resolve: find } = Promise.withResolvers<void>();
  const all = Promise.all(
    asked.map(async (asking) => {
      const answer = await asking;
      answers.push(answer);
      if (answer.state && refusalOf(answer.state, 0) === undefined) find();
    }),
  );
  await Promise.race([all, found.then(() => delay(OTHERS_MS))]);
  return answers;
}

type Look = { readonly server: string; readonly state?: State; readonly reason?: string };
async function look(server: string): Promise<Look> {
  const client = new pg.Client({
    connectionString: server,
    application_name: 'giftledger-primary',
    connectionTimeoutMillis: ASK_MS,
    query_timeout: ASK_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const [state] = (await client.query<State>(STATE_OF_SEVERAL)).rows;
    return state ? { server, state } : { server, reason: 'an empty answer' };
  } catch (error) {
    const { message, code } = error as pg.DatabaseError;
    return { server, reason: message || (code ?? 'no reason') };
  } finally {
    client.end().catch(() => undefined);
  }
}

/** A client of `pg` that connects to the primary of its address (see `toPrimary`). As the `Client` of a pool, each connection does. */
export class PrimaryClient extends pg.Client {
  readonly #address: string;

  constructor(config: pg.ClientConfig = {}) {
    const { connectionString = '' } = config;
    super({ ...config, connectionString: serversIn(connectionString)[0] ?? '' });
    this.#address = connectionString;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null, client?: pg.Client) => void): void;
  override connect(callback?: (error: Error | null, client?: pg.Client) => void): unknown {
    const connecting = this.#connect();
    if (!callback) return connecting;
    connecting.then(
      () => callback(null, this),
      (error: Error) => callback(error),
    );
    return undefined;
  }

  async #connect(): Promise<pg.Client> {
    // A connection that breaks while the server is asked fails that question.
    const ignore = () => undefined;
    this.on('error', ignore);
    try {
      return await toPrimary<pg.Client>(
        this.#address,
        async (server) => {
          if (server !== this.#address) {
            const { host, port } = parseIntoClientConfig(server);
            Object.assign(this, { host, port: port ?? POSTGRES_PORT });
          }
          return super.connect();
        },
        {
          ask: async (_, query) => (await this.query<State>(query)).rows[0],
          close: () => this.end(),
        },
      );
    } finally {
      this.off('error', ignore);
    }
  }
}

/** A connection for as long as `work` takes. */
export async function withPrimary<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new PrimaryClient(config);
  // Without a listener a connection that breaks would end the process: the next statement fails and says why.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
