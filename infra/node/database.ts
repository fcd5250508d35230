import pg from 'pg';
import { PrimaryClient } from '#infra/connect/primary.ts';
import { CONNECT_TIMEOUT_MS, READ_CONNECTIONS, STATEMENT_TIMEOUT_MS } from './limits.ts';

/** Anything that runs a statement: the writer's connection, or the readers' pool. */
export type Database = Pick<pg.ClientBase, 'query'> | Pick<pg.Pool, 'query'>;

/**
 * Every statement of the node reads an index from a given place. The planner must not choose otherwise while its
 * statistics are young, and need not plan again once a statement is prepared.
 */
const SESSION_SETTINGS = [
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'jit=off',
  'plan_cache_mode=force_generic_plan',
];

/** An acknowledged write must be on disk, whatever the cluster's default is. */
const WRITER_SETTINGS = [...SESSION_SETTINGS, 'synchronous_commit=on'];

/** Positions and revisions stay far below 2^53 (a position counts bytes), so they are plain numbers. */
const types = {
  getTypeParser(oid: number, format?: string) {
    if (oid === pg.types.builtins.INT8 && format !== 'binary') return Number;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

function connectionConfig(databaseUrl: string, applicationName: string, settings: string[]): pg.ClientConfig {
  return {
    connectionString: databaseUrl,
    application_name: applicationName,
    types,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  };
}

/** Connections for reads. The pool replaces a connection that breaks while idle, so its error is ignored. */
export function createReadPool(databaseUrl: string): pg.Pool {
  const pool = new pg.Pool({
    Client: PrimaryClient,
    ...connectionConfig(databaseUrl, 'eventstore-node reads', SESSION_SETTINGS),
    max: READ_CONNECTIONS,
  });
  pool.on('error', () => undefined);
  return pool;
}

/** The one connection that writes. The caller connects and ends it. */
export function createWriteClient(databaseUrl: string): pg.Client {
  return new PrimaryClient(connectionConfig(databaseUrl, 'eventstore-node writer', WRITER_SETTINGS));
}
