import { createPgDriverFactory } from '@slonik/pg-driver';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import {
  type ClientConfigurationInput,
  createPool,
  createSqlTag,
  createTypeParserPreset,
  type DatabasePool,
  type Driver,
  type DriverFactory,
  type Interceptor,
  SchemaValidationError,
} from 'slonik';
import { z } from 'zod';
import { PrimaryClient, type State, serversIn, toPrimary } from '#infra/connect/primary.ts';
import { connectionLimits } from './connection-limits.ts';

export type { DatabasePool } from 'slonik';

/** The zod schema of `sql.type(schema)` parses the rows; slonik itself does not check them. */
const rowParser: Interceptor = {
  name: 'row-parser',
  // Not `transformRowAsync`: slonik runs that through a queue of promises, which takes longer than most queries.
  transformRow: (context, query, row) => {
    const schema = context.resultParser as StandardSchemaV1<unknown, typeof row> | undefined;
    if (!schema) return row;
    const result = schema['~standard'].validate(row);
    if (result instanceof Promise) throw new Error('The schema of a row may not be asynchronous.');
    if (result.issues) throw new SchemaValidationError(query, row as never, result.issues as never);
    return result.value;
  },
};

/** A repeated statement is planned once for each connection and kept there by name … */
const PREPARED_FROM_USE = 3;
/** … up to this many: each costs every connection some memory. Further ones are planned each time, as without names. */
const MAX_PREPARED_STATEMENTS = 300;
/** Limits for the texts that are counted: texts with a variable number of parts would only fill the memory. */
const MAX_COUNTED_STATEMENTS = 2_000;
const MAX_PREPARED_CHARS = 8_000;
/** A search is planned each time, for what is searched: the plan that is kept for all patterns uses no index and reads the whole table. */
const SEARCH = / i?like \$/;

/** Names repeated statements. A process has few texts, because values are never part of them. */
function createPreparer(): Interceptor {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known === undefined && SEARCH.test(text)) return undefined;
    if (known !== undefined || names.size >= MAX_PREPARED_STATEMENTS || text.length > MAX_PREPARED_CHARS) return known;
    const used = (uses.get(text) ?? 0) + 1;
    if (used < PREPARED_FROM_USE) {
      if (uses.size >= MAX_COUNTED_STATEMENTS) uses.clear();
      uses.set(text, used);
      return undefined;
    }
    uses.delete(text);
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  };
  return {
    name: 'preparer',
    transformQuery: (_context, query) => {
      const name = nameOf(query.sql);
      return name === undefined ? query : { ...query, name };
    },
  };
}

/** `sql.type(zodSchema)` for rows, `sql.typeAlias('void')` for statements without rows, `sql.fragment`, `sql.join`, `sql.unsafe`. */
export const sql = createSqlTag({ typeAliases: { void: z.object({}).strict() } });

/** Opening a connection starts a process in Postgres: a connection that was busy recently is kept. */
const IDLE_TIMEOUT_MS = 60_000;

/** A connection; undefined when Postgres does not answer. */
export async function connectedUnlessAway(
  databaseUrl: string,
  applicationName: string,
  more: pg.ClientConfig = {},
): Promise<pg.Client | undefined> {
  const own = { connectionString: databaseUrl, application_name: applicationName };
  const client = new PrimaryClient({ ...own, ...connectionLimits(), ...more });
  try {
    await client.connect();
    return client;
  } catch {
    return undefined;
  }
}

/** slonik's own parsers for these turn money into floats and times into milliseconds. */
const REPLACED_PARSERS = ['numeric', 'int8', 'timestamptz', 'timestamp'];

/** slonik makes its connections itself: of several servers it gets the address of the primary for each. */
const driverOf =
  (databaseUrl: string): DriverFactory =>
  async ({ driverConfiguration }) => {
    const drivers = new Map<string, Promise<Driver>>();
    const driverAt = (server: string): Promise<Driver> => {
      const driver =
        drivers.get(server) ??
        createPgDriverFactory()({ driverConfiguration: { ...driverConfiguration, connectionUri: forSlonik(server) } });
      drivers.set(server, driver);
      driver.catch(() => drivers.delete(server));
      return driver;
    };
    const createClient = () =>
      toPrimary(databaseUrl, async (server) => (await driverAt(server)).createClient(), {
        ask: async (client, query) => {
          client.acquire();
          const { rows } = await client.query(query);
          await client.release();
          return rows[0] as State | undefined;
        },
        close: (client) => client.destroy(),
      });
    // Who opens a pool hears at once where Postgres does not answer.
    await (await createClient()).destroy();
    return { createClient };
  };

/** slonik's name for verify-full of `pg` and libpq: the certificate is verified, and the name in it. */
const forSlonik = (address: string) => address.replace(/([?&]sslmode=)verify-full\b/, '$1require');

/**
 * A slonik pool: int8 arrives as bigint, numeric as an exact string, timestamptz as Date, date as text.
 * Close it with `pool.end()`.
 */
export function createDatabasePool(databaseUrl: string, options: { maxConnections: number }): Promise<DatabasePool> {
  const [first = databaseUrl] = serversIn(databaseUrl);
  return poolOf(first, { driverFactory: driverOf(databaseUrl), maxPoolSize: options.maxConnections });
}

/** How long a read of the standby may take before it is left to the primary. */
const READ_LIMIT_MS = 5_000;

/** The same for reads of one server, which need not be the primary. A read that fails goes to another server, so it is not tried again here. */
export const createReadPool = (server: string, options: { maxConnections: number }): Promise<DatabasePool> =>
  poolOf(server, {
    driverFactory: createPgDriverFactory(),
    maxPoolSize: options.maxConnections,
    connectionRetryLimit: 0,
    queryRetryLimit: 0,
    statementTimeout: READ_LIMIT_MS,
    connectionTimeout: READ_LIMIT_MS,
  });

function poolOf(server: string, options: ClientConfigurationInput): Promise<DatabasePool> {
  // slonik reads the file of an authority of one's own (`sslrootcert`) and does not use it: it comes by this way.
  const { ssl } = parseIntoClientConfig(server);
  return createPool(forSlonik(server), {
    ...options,
    ...(typeof ssl === 'object' ? { ssl } : {}),
    idleTimeout: IDLE_TIMEOUT_MS,
    // No query here changes the state of a session. slonik's own DISCARD ALL is a second round trip for every query and
    // drops prepared statements.
    resetConnection: async () => undefined,
    interceptors: [createPreparer(), rowParser],
    typeParsers: [
      ...createTypeParserPreset().filter((parser) => !REPLACED_PARSERS.includes(parser.name)),
      { name: 'int8', parse: (value) => (value === null ? null : BigInt(value)) },
      { name: 'timestamptz', parse: (value) => (value === null ? null : new Date(value)) },
    ],
  });
}

/** How many connections of a pool work, are kept, and may be open; and how many wait for one. */
export type PoolState = {
  readonly used: number;
  readonly idle: number;
  readonly most: number;
  readonly waiting: number;
};

export function stateOf(pool: DatabasePool | pg.Pool): PoolState {
  if ('totalCount' in pool) {
    const { totalCount, idleCount: idle, waitingCount } = pool;
    const [used, most] = [totalCount - idle, pool.options.max];
    // `pg` also counts who gets a free one in the next moment, such as the question of another figure.
    return { used, idle, most, waiting: Math.max(waitingCount - (most - used), 0) };
  }
  const { idleConnections: idle, waitingClients: waiting, ...busy } = pool.state();
  const used = busy.acquiredConnections + busy.pendingConnections + busy.pendingReleaseConnections;
  return { used, idle, most: Number(pool.configuration.maxPoolSize), waiting };
}

/** For a pool's `error`: it adds the client to the error, which has the key that cancels statements, and would be logged with it. */
export const withoutClient =
  (report: (error: Error) => void) =>
  (error: Error & { client?: unknown }): void => {
    delete error.client;
    report(error);
  };

/**
 * A plain `pg` pool with the same types (int8 → bigint, numeric → string, timestamptz → Date), for COPY, cursors,
 * LISTEN and libraries with their own SQL. A connection that breaks while idle is reported to `onIdleError`.
 */
export function createPgPool(
  databaseUrl: string,
  options: {
    maxConnections: number;
    applicationName: string;
    onIdleError: (error: Error) => void;
    /** A minute where it is left out. */
    statementTimeoutMs?: number;
  },
): pg.Pool {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, BigInt);
  const pool = new pg.Pool({
    Client: PrimaryClient,
    connectionString: databaseUrl,
    max: options.maxConnections,
    application_name: options.applicationName,
    ...connectionLimits(options.statementTimeoutMs),
    types,
  });
  // Without a listener a server restart would end the process.
  pool.on('error', withoutClient(options.onIdleError));
  // Likewise for a connection that breaks between two statements of a transaction: the next statement fails and reports
  // it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
