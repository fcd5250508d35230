import type pg from 'pg';
import { qualified, quoted, sameKey } from '../kernel/bulk-sql.ts';
import type { Projection } from '../kernel/projection.ts';
import type { Table } from '../kernel/table.ts';

/** Differing rows that are listed for each table; all are counted. */
export const MAX_SAMPLES = 10;

export type Difference = {
  readonly table: string;
  readonly rows: number;
  readonly samples: readonly {
    /** `customer_id=… product_id=…` */
    readonly key: string;
    readonly kind: 'missing' | 'unexpected' | 'changed';
    /** What stands in each changed column, live and rebuilt. */
    readonly columns: readonly {
      readonly name: string;
      readonly live: string | null;
      readonly rebuilt: string | null;
    }[];
  }[];
};

/**
 * Compares every row of every table of two schemas. Call it in a repeatable-read transaction, so that all is seen as it
 * stood at one moment.
 */
export async function compareSchemas(
  client: pg.ClientBase,
  projections: readonly Projection[],
  live: string,
  rebuilt: string,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const table of projections.flatMap((projection) => projection.tables)) {
    const difference = (await hasSameColumns(client, table, live))
      ? await compareTable(client, table, live, rebuilt)
      : { table: `${table.name} (defined otherwise: not compared)`, rows: 0, samples: [] };
    if (difference) differences.push(difference);
  }
  return differences;
}

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
  const joined = `${qualified(live, table.name)} l full join ${qualified(rebuilt, table.name)} r on ${sameKey(table, 'l', 'r')}`;
  // json has no equality of its own, its text has.
  const columns = (side: string) =>
    Object.entries(table.columns).map(([name, type]) => `${side}.${quoted(name)}${type === 'json' ? '::text' : ''}`);
  const differs = `row(${columns('l').join(', ')}) is distinct from row(${columns('r').join(', ')})`;
  const counted = await client.query<{ count: bigint }>(`select count(*) as count from ${joined} where ${differs}`);
  const count = Number(counted.rows[0]?.count ?? 0);
  if (count === 0) return undefined;
  const sampled = await client.query<{ live: Cells | null; rebuilt: Cells | null }>(
    `select to_jsonb(l) as live, to_jsonb(r) as rebuilt from ${joined} where ${differs}
     order by ${table.key.map((column) => `coalesce(l.${quoted(column)}, r.${quoted(column)})`).join(', ')} limit ${MAX_SAMPLES}`,
  );
  return { table: table.name, rows: count, samples: sampled.rows.map((row) => sampleOf(table, row.live, row.rebuilt)) };
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
