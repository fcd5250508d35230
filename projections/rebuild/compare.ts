import type pg from 'pg';
import { qualified, quoted, sameKey } from '../kernel/names.ts';
import type { Projection } from '../kernel/projection.ts';
import type { Table } from '../kernel/table.ts';

/** Most differing rows listed for each table; the count is complete. */
const MAX_SAMPLES = 10;

export type Difference = {
  readonly table: string;
  /** All rows that differ: the sum of the next three. */
  readonly rows: number;
  readonly onlyLeft: number;
  readonly onlyRight: number;
  readonly changed: number;
  readonly samples: readonly {
    /** `customer_id=… product_id=…` */
    readonly key: string;
    readonly kind: 'missing' | 'unexpected' | 'changed';
    /** The values of each changed column, live and rebuilt. */
    readonly columns: readonly {
      readonly name: string;
      readonly live: string | null;
      readonly rebuilt: string | null;
    }[];
  }[];
};

/**
 * Compares every row of every table of two schemas: by one hash over all rows of a table, and row by row if the hashes
 * differ. `client` is in a repeatable-read transaction, so that it sees one moment; `second` reads the rebuilt tables,
 * which no other process writes.
 */
export async function compareSchemas(
  client: pg.ClientBase,
  second: pg.ClientBase,
  projections: readonly Projection[],
  {
    live,
    rebuilt,
    onProgress,
  }: {
    readonly live: string;
    readonly rebuilt: string;
    readonly onProgress?: ((tables: number, ofTables: number) => void) | undefined;
  },
): Promise<Difference[]> {
  const differences: Difference[] = [];
  const tables = projections.flatMap((projection) => projection.tables);
  for (const [done, table] of tables.entries()) {
    onProgress?.(done, tables.length);
    if (!(await hasSameColumns(client, table, live)) || !(await hasSameColumns(client, table, rebuilt))) {
      const none = { rows: 0, onlyLeft: 0, onlyRight: 0, changed: 0, samples: [] };
      differences.push({ table: `${table.name} (defined otherwise: not compared)`, ...none });
      continue;
    }
    const [left, right] = await Promise.all([hashOf(client, table, live), hashOf(second, table, rebuilt)]);
    if (left === right) continue;
    const difference = await compareTable(client, table, live, rebuilt);
    if (difference) differences.push(difference);
  }
  return differences;
}

/** The number of rows and a 64-bit hash over them in any order. All rows differ, so none cancels another. */
async function hashOf(client: pg.ClientBase, table: Table, schema: string): Promise<string> {
  const { rows } = await client.query<{ hash: string }>(
    `select count(*) || ':' || coalesce(bit_xor(hash_record_extended(row(${cellsOf(table, 't')}), 0)), 0) as hash
     from ${qualified(schema, table.name)} t`,
  );
  return rows[0]?.hash ?? '';
}

const cellsOf = (table: Table, alias: string): string =>
  Object.keys(table.columns)
    .map((name) => `${alias}.${quoted(name)}`)
    .join(', ');

async function hasSameColumns(client: pg.ClientBase, table: Table, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(
    'select column_name as name from information_schema.columns where table_schema = $1 and table_name = $2',
    [schema, table.name],
  );
  const present = new Set(rows.map((row) => row.name));
  const expected = Object.keys(table.columns);
  return present.size === expected.length && expected.every((column) => present.has(column));
}

async function compareTable(
  client: pg.ClientBase,
  table: Table,
  live: string,
  rebuilt: string,
): Promise<Difference | undefined> {
  const joined = `${qualified(live, table.name)} l full join ${qualified(rebuilt, table.name)} r on ${sameKey(table.key, 'l', 'r')}`;
  const differs = `row(${cellsOf(table, 'l')}) is distinct from row(${cellsOf(table, 'r')})`;
  const [key = ''] = table.key.map(quoted);
  const counted = await client.query<{ rows: bigint; left: bigint; right: bigint }>(
    `select count(*) as rows, count(*) filter (where r.${key} is null) as left, count(*) filter (where l.${key} is null) as right
     from ${joined} where ${differs}`,
  );
  const rows = Number(counted.rows[0]?.rows ?? 0);
  if (rows === 0) return undefined;
  const [onlyLeft, onlyRight] = [Number(counted.rows[0]?.left), Number(counted.rows[0]?.right)];
  const sampled = await client.query<{ live: Cells | null; rebuilt: Cells | null }>(
    `select to_jsonb(l) as live, to_jsonb(r) as rebuilt from ${joined} where ${differs}
     order by ${table.key.map((column) => `coalesce(l.${quoted(column)}, r.${quoted(column)})`).join(', ')} limit ${MAX_SAMPLES}`,
  );
  const samples = sampled.rows.map((row) => sampleOf(table, row.live, row.rebuilt));
  return { table: table.name, rows, onlyLeft, onlyRight, changed: rows - onlyLeft - onlyRight, samples };
}

type Cells = Readonly<Record<string, unknown>>;

function sampleOf(table: Table, live: Cells | null, rebuilt: Cells | null): Difference['samples'][number] {
  const known = live ?? rebuilt ?? {};
  const key = table.key.map((column) => `${column}=${String(known[column])}`).join(' ');
  const kind = !live ? 'missing' : !rebuilt ? 'unexpected' : 'changed';
  const names = Object.keys(table.columns).filter((name) => textOf(live?.[name]) !== textOf(rebuilt?.[name]));
  return {
    key,
    kind,
    columns: names.map((name) => ({ name, live: textOf(live?.[name]), rebuilt: textOf(rebuilt?.[name]) })),
  };
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
