/**
 * The roles with which the parts connect to Postgres. The database's owner (who applies migrations) creates them. They
 * own only the tables that they create themselves: the read models, and the log of the embedded event store.
 */
import pg from 'pg';
import { PART_NAMES, PARTS, type Part } from '#infra/adapters/config/parts.ts';
import { withPrimary } from '#infra/connect/primary.ts';
import { JOBS_SCHEMA } from './jobs-schema.ts';

/** `events` is for the embedded event store. */
export type DatabaseRole = Part | 'events';

export const roleName = (role: DatabaseRole): string => `giftledger_${role}`;

/** Parts that have a database, by their secrets. */
export const ROLES_OF_PARTS = PART_NAMES.filter((part): part is Exclude<DatabaseRole, 'events'> =>
  (PARTS[part].secrets as readonly string[]).includes('DATABASE_URL'),
);

/** Roles that serve people and jobs: accounts, catalogue, orders, and the read models. */
const SERVING = ['web', 'jobs', 'tools'] as const;
/** Tables of records: no part changes them, and only the jobs remove old rows. */
const APPEND_ONLY = [
  'security_event',
  'installation_key',
  'stock_request_line',
  'allocation',
  'exchange_rate',
  'invoice_number',
];
const REMOVED_BY_JOBS = ['security_event'];
/** `ledger keys reseal` seals what it holds under the new key, and changes nothing else. */
const RESEALED_BY_TOOLS = { table: 'installation_key', column: 'key_sealed' };
/**
 * What opens an account by itself: only the web makes it. The jobs and the tools end it, in these columns, or remove it.
 */
const MADE_BY_WEB: Readonly<Record<string, string>> = {
  session: 'ended_at, ended_reason',
  refresh_token: '',
  administrator_session: 'ended_at',
  passkey: '',
  mfa_factor: 'secret_sealed',
  recovery_code: '',
  api_key: 'revoked_at, is_revocation_booked',
};
/** All tables that the processes write: stock that is given to orders, and their progress. */
const OF_PROCESSES = ['process_checkpoint', 'stock_request', 'stock_request_line', 'gift_code', 'product_variant'];
/** They only read these: the rates with which an order's difference is booked, and the codes of an order. */
const READ_BY_PROCESSES = 'app.exchange_rate, app.allocated_code';
/** What a code that is given adds: nobody changes it. */
const ADDED_BY_PROCESSES = 'app.allocation';
/**
 * The shelves that `ledger check` finds wrong, the numbers of invoices and the checkpoints that it compares with the log,
 * and the papers that `ledger explain` shows.
 */
const OF_FINANCE = ['wrong_shelf', 'invoice_number', 'payout_transfer', 'bank_line_place', 'process_checkpoint'];
/**
 * The schemas of read models: live, being rebuilt, or replaced by a rebuild. In an earlier version they may belong to
 * another role.
 */
const READ_MODELS = ['read', 'read_next', 'read_old'];
/** The backup notes here how its runs ended; the others read it. */
const OF_BACKUP = 'app.backup_run';
const EVENTS_SCHEMA = 'eventstore';
const NOTARY_SCHEMA = 'notary';
/** What cannot be made again from the log: `read` can, and `eventstore` is the log of the embedded node. */
export const BACKED_UP_SCHEMAS = ['app', NOTARY_SCHEMA, JOBS_SCHEMA] as const;
/** They publish what the notary kept, maintain it, or compare the log with it. */
const READ_NOTARY = ['notary', 'web', 'jobs', 'finance'] as const;

/** Parts that wait at their start until the migrations and functions of their version were applied. */
const WAITING = ['web', 'jobs', 'processes'] as const;

/** Any fixed number that nothing else locks: roles belong to the whole cluster. */
const ROLES_LOCK = 727_003;

/**
 * Creates or updates the roles that have a password, with their rights in this database; run it after the migrations.
 * It needs the database's owner, with CREATEROLE unless that is a superuser.
 */
export async function setUpRoles(
  ownerUrl: string,
  passwords: Readonly<Partial<Record<DatabaseRole, string>>>,
): Promise<void> {
  await withPrimary({ connectionString: ownerUrl, application_name: 'giftledger-roles' }, async (client) => {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [ROLES_LOCK]);
    const roles = Object.keys(passwords) as DatabaseRole[];
    for (const role of roles) await makeRole(client, role, passwords[role] ?? '');
    const { rows } = await client.query<{ database: string }>('select current_database() as database');
    const database = pg.escapeIdentifier(rows[0]?.database ?? '');
    await client.query(`revoke all on database ${database} from public;
      grant connect on database ${database} to ${roles.map(roleName).join(', ')}`);
    if (roles.includes('projections')) await giveReadModels(client, database);
    if (roles.includes('events')) await giveSchema(client, EVENTS_SCHEMA, 'events');
    await grantOfApp(client);
    await grantOfNotary(client);
    await grantOfBackup(client);
    await client.query('commit');
  });
}

async function makeRole(client: pg.Client, role: DatabaseRole, password: string): Promise<void> {
  const name = roleName(role);
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [name]);
  if (rowCount === 0) await client.query(`create role ${name}`);
  await client.query(`alter role ${name} login password ${client.escapeLiteral(password)}`);
}

const names = (roles: readonly DatabaseRole[]): string => roles.map(roleName).join(', ');

/** The projections drop and create their schemas themselves; the serving roles may read what they create. */
async function giveReadModels(client: pg.Client, database: string): Promise<void> {
  const owner = roleName('projections');
  await becomeMember(client, 'projections');
  await client.query(`grant create, temporary on database ${database} to ${owner};
    alter default privileges for role ${owner} grant usage on schemas to ${names(SERVING)};
    alter default privileges for role ${owner} grant select on tables to ${names(SERVING)}`);
  for (const schema of READ_MODELS) {
    if (!(await isThere(client, schema))) continue;
    await giveSchema(client, schema, 'projections');
    await client.query(`grant usage on schema ${schema} to ${names(SERVING)};
      grant select on all tables in schema ${schema} to ${names(SERVING)}`);
  }
  // See LOG_WITHOUT_VALUES in projections/kernel/connection.ts; only a superuser may grant it.
  await client.query(`do $$ begin
    if (select rolsuper from pg_roles where rolname = current_user) then
      grant set on parameter log_min_error_statement, log_error_verbosity to ${owner};
    end if; end $$`);
}

/** To transfer ownership, the owner has to be a member of the new role. */
const becomeMember = (client: pg.Client, role: DatabaseRole) => client.query(`grant ${roleName(role)} to current_user`);

async function isThere(client: pg.Client, schema: string): Promise<boolean> {
  return (await client.query('select 1 from pg_namespace where nspname = $1', [schema])).rowCount === 1;
}

/** The schema and everything in it belong to the role from now on. */
async function giveSchema(client: pg.Client, schema: string, role: DatabaseRole): Promise<void> {
  const owner = roleName(role);
  await becomeMember(client, role);
  await client.query(`create schema if not exists ${schema};
    alter schema ${schema} owner to ${owner};
    do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = '${schema}' and tableowner <> '${owner}' loop
        execute format('alter table %I.%I owner to ${owner}', '${schema}', name);
      end loop; end $$`);
}

async function grantOfApp(client: pg.Client): Promise<void> {
  const serving = names(SERVING);
  const limited = names(['processes', 'finance']);
  await client.query(`revoke all on all tables in schema app, ${JOBS_SCHEMA}, public from public, ${serving}, ${limited};
    grant usage on schema app, ${JOBS_SCHEMA} to ${serving};
    grant select, insert, update, delete on all tables in schema app, ${JOBS_SCHEMA} to ${serving};
    grant usage, select on all sequences in schema app, ${JOBS_SCHEMA} to ${serving};
    grant usage on schema app to ${limited};
    grant select on public.schema_migration, public.schema_rule to ${names(WAITING)};
    grant select on ${READ_BY_PROCESSES} to ${roleName('processes')};
    grant select, insert on ${ADDED_BY_PROCESSES} to ${roleName('processes')};
    grant select on ${OF_FINANCE.map((name) => `app.${name}`).join(', ')} to ${roleName('finance')}`);
  const { rows } = await client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'app'",
  );
  for (const { name } of rows) {
    const { table, column } = RESEALED_BY_TOOLS;
    if (APPEND_ONLY.includes(name)) await client.query(`revoke update, delete on app.${name} from ${serving}`);
    if (name === table) await client.query(`grant update (${column}) on app.${table} to ${roleName('tools')}`);
    if (REMOVED_BY_JOBS.includes(name)) await client.query(`grant delete on app.${name} to ${roleName('jobs')}`);
    if (Object.hasOwn(MADE_BY_WEB, name)) {
      const others = names(['jobs', 'tools']);
      await client.query(`revoke insert, update on app.${name} from ${others}`);
      const columns = MADE_BY_WEB[name];
      if (columns) await client.query(`grant update (${columns}) on app.${name} to ${others}`);
    }
    if (OF_PROCESSES.includes(name)) {
      await client.query(`grant select, insert, update on app.${name} to ${roleName('processes')}`);
    }
  }
}

/** Only the notary adds to its tables, and no role changes or removes their rows. */
async function grantOfNotary(client: pg.Client): Promise<void> {
  const readers = names(READ_NOTARY);
  const notary = roleName('notary');
  await client.query(`revoke all on all tables in schema ${NOTARY_SCHEMA} from public, ${readers};
    grant usage on schema ${NOTARY_SCHEMA} to ${readers};
    grant select on all tables in schema ${NOTARY_SCHEMA} to ${readers};
    grant insert on all tables in schema ${NOTARY_SCHEMA} to ${notary};
    grant update on ${NOTARY_SCHEMA}.witness to ${notary}`);
}

/** It reads what cannot be made again from the log, and writes how its runs ended, nothing else. */
async function grantOfBackup(client: pg.Client): Promise<void> {
  const backup = roleName('backup');
  for (const schema of BACKED_UP_SCHEMAS) {
    await client.query(`grant usage on schema ${schema} to ${backup};
      grant select on all tables in schema ${schema} to ${backup};
      grant select on all sequences in schema ${schema} to ${backup}`);
  }
  await client.query(`grant select on public.schema_migration, public.event_version to ${backup};
    revoke insert, update, delete on ${OF_BACKUP} from ${names(SERVING)};
    grant insert, update on ${OF_BACKUP} to ${backup}`);
}
