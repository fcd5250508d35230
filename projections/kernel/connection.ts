import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { PrimaryClient } from '#infra/connect/primary.ts';

/** Any fixed numbers that nothing else locks; the second half of each lock is the schema's name. */
const RUNNER_LOCK = 727_010;
const WRITE_LOCK = 727_011;
/** How often a process that waits for its turn looks. */
export const LOCK_RETRY_MS = 500;
const CONNECT_TIMEOUT_MS = 10_000;
/** The longest statement creates indexes over all rows. A server that is gone is noticed after this at the latest. */
const ANSWER_TIMEOUT_MS = 600_000;
const KEEP_ALIVE_AFTER_MS = 10_000;

/**
 * Rows are sent to Postgres as text that contains their values. If that fails, Postgres must write neither the text nor
 * the row into its log. Only a superuser, or a role with that grant, may set this; for others see
 * docs/runbooks/postgres.md.
 */
const LOG_WITHOUT_VALUES = `select set_config(name, value, false)
  from (values ('log_min_error_statement', 'panic'), ('log_error_verbosity', 'terse')) as setting (name, value)
  where has_parameter_privilege(name, 'SET')`;

/**
 * A process that is killed closes its connection, and with it its lock. A machine that loses its power, or its network, does not: the server asks
 * the silent end every second, and gives its lock to the next one after {@link LOST_MACHINE_S}. Sockets of one machine have no such setting.
 */
const LOST_MACHINE_S = 4;
export const NOTICES_A_LOST_MACHINE = `set tcp_keepalives_idle = 2; set tcp_keepalives_interval = 1;
  set tcp_keepalives_count = ${LOST_MACHINE_S - 2}; set tcp_user_timeout = ${LOST_MACHINE_S * 1_000}`;

/**
 * The connection of a writer of read models: int8 as bigint, times as ISO text, days as text, in UTC.
 *
 * Commits do not wait for the disk. Rows and checkpoint are lost or kept together, so after a crash of Postgres only
 * the last moments are projected again.
 */
export async function connectWriter(databaseUrl: string, applicationName: string): Promise<pg.Client> {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, BigInt);
  types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());
  types.setTypeParser(pg.types.builtins.DATE, (text) => text);
  const client = new PrimaryClient({
    connectionString: databaseUrl,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    types,
  });
  // Every query of a broken connection also fails, which is where it is handled. Without a listener, the event would
  // end the process.
  client.on('error', () => {});
  await client.connect();
  await client.query(
    `set timezone = 'UTC'; set synchronous_commit = off; set client_min_messages = warning;
     set standard_conforming_strings = on; ${NOTICES_A_LOST_MACHINE}; ${LOG_WITHOUT_VALUES}`,
  );
  return client;
}

/**
 * Makes this connection the only one that projects into the schema, until it ends; a second one waits here.
 * @returns false when `signal` was aborted first
 */
export async function becomeRunner(
  client: pg.ClientBase,
  schema: string,
  signal: AbortSignal,
  onWaiting: () => void,
): Promise<boolean> {
  let hasWaited = false;
  while (!signal.aborted) {
    if (await tryBecomeRunner(client, schema)) return true;
    if (!hasWaited) onWaiting();
    hasWaited = true;
    await delay(LOCK_RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
  return false;
}

/** As {@link becomeRunner}, without waiting. */
export async function tryBecomeRunner(client: pg.ClientBase, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as locked', [
    RUNNER_LOCK,
    schema,
  ]);
  return rows[0]?.locked === true;
}

/**
 * SQL that a transaction runs before it touches a schema's tables. It separates a rebuild's switch from a batch: a
 * transaction that waits here holds no table lock yet, so neither can block the other permanently.
 */
export const writeLock = (schema: string): string =>
  `select pg_advisory_xact_lock(${WRITE_LOCK}, hashtext('${schema.replaceAll("'", "''")}'))`;

const TRANSIENT_SQLSTATE = /^(08|53|57P|58)|^(40001|40P01|55P03)$/;
const TRANSIENT_SYSTEM_CODE = /^E(CONN|PIPE|TIMEDOUT|HOST|NET|NOTFOUND|AI_AGAIN|NOENT)/;
const LOST_CONNECTION =
  /Connection terminated|Query read timeout|timeout expired|Client has encountered a connection error|Client was closed|not queryable/i;

/** Whether the database caused the failure, and not the query: the same query may succeed later. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return TRANSIENT_SQLSTATE.test(code) || TRANSIENT_SYSTEM_CODE.test(code) || LOST_CONNECTION.test(error.message);
}
