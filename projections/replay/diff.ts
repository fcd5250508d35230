import type pg from 'pg';
import { connectWriter } from '../kernel/connection.ts';
import { qualified, quoted } from '../kernel/names.ts';
import type { Projection } from '../kernel/projection.ts';
import type { Table } from '../kernel/table.ts';
import { compareSchemas, type Difference } from '../rebuild/compare.ts';
import { COPY_NAME, findCopy, LIVE, ReplayError, schemaOf } from './copies.ts';

/** Whole numbers that are not amounts. */
const NOT_MONEY = /(^|_)(id|position|revision|entries|count|quantity|lines|first|inflows|outflows)$|_after$/;

export type CopyDifference = Difference & {
  /** The sums of the table's amounts, by currency if it has one. */
  readonly totals: readonly {
    readonly column: string;
    readonly currency: string;
    readonly left: bigint;
    readonly right: bigint;
  }[];
};

/**
 * The differences between two copies, or a copy and the live read models, table by table.
 * @throws ReplayError for a name that is no copy; database errors
 */
export async function diffCopies(
  { databaseUrl, projections }: { readonly databaseUrl: string; readonly projections: readonly Projection[] },
  left: string,
  right: string,
  onProgress?: (tables: number, ofTables: number) => void,
): Promise<CopyDifference[]> {
  const [client, second] = await Promise.all(
    [1, 2].map(async () => {
      const connection = await connectWriter(databaseUrl, 'giftledger-diff');
      await connection.query('begin isolation level repeatable read read only');
      return connection;
    }),
  );
  if (!client || !second) throw new Error('No connection.');
  try {
    for (const name of [left, right]) await requireCopy(client, name);
    const schemas = [schemaOf(left), schemaOf(right)] as const;
    const tables = new Map(projections.flatMap((projection) => projection.tables).map((table) => [table.name, table]));
    const differences: CopyDifference[] = [];
    for (const difference of await compareSchemas(client, second, projections, {
      live: schemas[0],
      rebuilt: schemas[1],
      onProgress,
    })) {
      const table = tables.get(difference.table);
      differences.push({ ...difference, totals: table ? await totalsOf(client, table, schemas) : [] });
    }
    return differences;
  } finally {
    await Promise.all([client.end(), second.end()]);
  }
}

async function requireCopy(client: pg.ClientBase, name: string): Promise<void> {
  if (name === LIVE) return;
  const present = COPY_NAME.test(name) ? await findCopy(client, name) : undefined;
  if (present && present !== 'not ours') return;
  throw new ReplayError(
    `There is no copy ${name}. \`ledger replay --until … --into ${name}\` makes one; the store's own are ${LIVE}.`,
  );
}

async function totalsOf(client: pg.ClientBase, table: Table, schemas: readonly [string, string]) {
  if (!('currency' in table.columns)) return [];
  const columns = Object.entries(table.columns).flatMap(([name, { type }]) =>
    type === 'int8' && !table.key.includes(name) && !NOT_MONEY.test(name) ? [name] : [],
  );
  if (columns.length === 0) return [];
  const sums = columns.map((name) => `coalesce(sum(${quoted(name)}), 0)::int8 as ${quoted(name)}`).join(', ');
  const [left = new Map(), right = new Map()] = await Promise.all(
    schemas.map(async (schema) => {
      const { rows } = await client.query<Record<string, bigint | string>>(
        `select currency, ${sums} from ${qualified(schema, table.name)} group by currency order by currency`,
      );
      return new Map(rows.map((row) => [String(row.currency), row]));
    }),
  );
  const amount = (side: ReadonlyMap<string, Record<string, bigint | string>>, currency: string, column: string) =>
    BigInt(side.get(currency)?.[column] ?? 0n);
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((currency) =>
    columns.flatMap((column) => {
      const both = { left: amount(left, currency, column), right: amount(right, currency, column) };
      return both.left === both.right ? [] : [{ column, currency, ...both }];
    }),
  );
}
