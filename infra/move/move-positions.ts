import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { withPrimary } from '#infra/connect/primary.ts';
import type { MovedPlaces } from './compare-logs.ts';
import { MoveError } from './copy-log.ts';

/** Columns with these names contain a place in the log; the checkpoints may be between two events. */
const POSITIONS = `
  select format('%I.%I', table_schema, table_name) as table, column_name as column
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema in ('app', 'notary', 'read') and table_type = 'BASE TABLE' and data_type = 'bigint'
    and (column_name like '%position' or (table_name = 'audit_days' and column_name in ('first', 'last')))`;
/** These as well, with the number of a line as their last digit. */
const LINES = [
  { table: 'read.ledger_accounts', column: 'id' },
  { table: 'read.ledger_entries', column: 'account_id' },
] as const;
const LINES_PER_EVENT = 10;

/**
 * Replaces the positions of the source's log by those of the target's, in one transaction, while the store is stopped:
 * followers of the log continue where they were. It records which log the rows refer to, so that a repetition changes
 * nothing.
 * @returns how many rows were changed; undefined when that was done before
 * @throws MoveError while a part of the store is connected
 */
export async function movePositions(
  databaseUrl: string,
  move: string,
  positions: MovedPlaces,
): Promise<number | undefined> {
  return withPrimary({ connectionString: databaseUrl }, async (client) => {
    await refuseRunningStore(client);
    await client.query('begin');
    const noted = await client.query(
      "insert into app.installation (key, value) values ('log-moved', to_jsonb($1::text)) on conflict (key) do update set value = excluded.value where installation.value <> excluded.value",
      [move],
    );
    if (noted.rowCount === 0) return undefined;
    await client.query('create temporary table moved (old bigint primary key, new bigint not null) on commit drop');
    await pipeline(rowsOf(positions), client.query(copyFrom('copy moved from stdin')));
    await client.query('analyze moved');
    const columns = await client.query<{ table: string; column: string }>(POSITIONS);
    let changed = 0;
    for (const { table, column } of columns.rows) {
      changed += await replace(client, table, column, (old) => newPlaceOf(old));
    }
    for (const { table, column } of LINES) {
      const { rows } = await client.query('select to_regclass($1) is not null as there', [table]);
      if (!rows[0]?.there) continue;
      const newLineOf = (old: string) =>
        `${newPlaceOf(`${old} / ${LINES_PER_EVENT}`)} * ${LINES_PER_EVENT} + ${old} % ${LINES_PER_EVENT}`;
      changed += await replace(client, table, column, newLineOf);
    }
    await client.query('commit');
    return changed;
  });
}

/** A place before the first event stays there. */
const newPlaceOf = (old: string): string =>
  `coalesce((select new from moved where old <= ${old} order by old desc limit 1), least(${old}, 0))`;

/** A key is unique at every moment: negative numbers in between keep old and new positions apart. */
async function replace(
  client: pg.Client,
  table: string,
  column: string,
  newValueOf: (old: string) => string,
): Promise<number> {
  const old = `${table}."${column}"`;
  const { rowCount } = await client.query(
    `update ${table} set "${column}" = -1 - (${newValueOf(old)}) where "${column}" is not null`,
  );
  await client.query(`update ${table} set "${column}" = -1 - "${column}"`);
  return rowCount ?? 0;
}

function* rowsOf(positions: MovedPlaces): Generator<string> {
  for (let index = 0; index < positions.length; index += 2) yield `${positions[index]}\t${positions[index + 1]}\n`;
}

/** Each part connects with a role of its own. */
async function refuseRunningStore(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: string }>(
    "select distinct usename as role from pg_stat_activity where datname = current_database() and usename like 'giftledger\\_%' and usename <> 'giftledger_events' order by 1",
  );
  if (rows.length === 0) return;
  const parts = rows.map(({ role }) => role.replace('giftledger_', '')).join(', ');
  throw new MoveError(`The store still runs (${parts}). No row was changed. Stop it, and repeat the same command.`);
}
