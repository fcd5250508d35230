import type pg from 'pg';
import type { Row, Value } from './columns.ts';
import { list, qualified, quoted, sameKey } from './names.ts';
import type { RowKey, Rows, Table } from './table.ts';

/** Rows of a table kept in memory between batches. When there are more, all are forgotten, and read again when needed. */
const MAX_CACHED_ROWS = 4_000;

type TableState = {
  /** By key; undefined is a row that is known to be missing. */
  cached: Map<string, Row | undefined>;
  removed: Map<string, Row>;
  /** Rows that the table has: they were read, or written by an earlier batch. */
  changed: Map<string, Row>;
  /** Rows that it may not have. */
  put: Map<string, Row>;
  increased: Map<string, Record<string, Value>>;
  appended: Row[];
};

const keyText = (key: readonly Value[]): string => key.join('|');
const keyTextOf = (table: Table, row: Row): string => keyText(table.key.map((name) => row[name] ?? null));

/**
 * The rows that a single writer works on: for each batch `load`, changes through `rows`, and the `writes`. It keeps rows
 * between batches, which is sound only while no other process writes these tables: call `forget` after a transaction
 * that failed, or when the tables were replaced.
 */
export function createRowStore(schema: string) {
  const states = new Map<Table, TableState>();
  const stateOf = (table: Table): TableState => {
    const state = states.get(table) ?? { cached: new Map(), ...noChanges() };
    states.set(table, state);
    return state;
  };

  const rows = rowsIn(stateOf);
  return {
    rows,

    /** Reads the rows with these keys that are not in memory. */
    async load(client: pg.ClientBase, keys: readonly RowKey[]): Promise<void> {
      const tables: Table[] = [];
      const queries: string[] = [];
      for (const [table, own] of Map.groupBy(keys, ({ table }) => table)) {
        const { cached } = stateOf(table);
        const missing: Row[] = [];
        for (const { key } of own) {
          if (cached.has(keyText(key))) continue;
          cached.set(keyText(key), undefined);
          missing.push(Object.fromEntries(table.key.map((name, index) => [name, key[index] ?? null])));
        }
        if (missing.length === 0) continue;
        tables.push(table);
        queries.push(`select t.* from ${qualified(schema, table.name)} t
          join ${recordset(schema, table, missing)} k on ${sameKey(table.key, 't', 'k')}`);
      }
      if (tables.length === 0) return;
      // For several statements pg returns several results, which its types do not show.
      const results = [await client.query<Row>(queries.join('; '))].flat();
      for (const [index, table] of tables.entries()) {
        for (const row of results[index]?.rows ?? []) stateOf(table).cached.set(keyTextOf(table, row), row);
      }
    },

    /** Ends a batch. @returns the statements that write it */
    writes(): string[] {
      const writes = [...states].flatMap(([table, changes]) => writesOf(schema, table, changes));
      for (const [table, { cached }] of states) {
        states.set(table, { cached: cached.size > MAX_CACHED_ROWS ? new Map() : cached, ...noChanges() });
      }
      return writes;
    },

    /** Forgets all rows and all changes that were not written. */
    forget: () => states.clear(),
  };
}

/** What projections may do with the rows of a batch. */
function rowsIn(stateOf: (table: Table) => TableState): Rows {
  const get = (table: Table, key: readonly Value[]): Row | undefined => {
    const { cached } = stateOf(table);
    const text = keyText(key);
    if (!cached.has(text)) throw new Error(`${table.name} ${text} was not declared in reads().`);
    return cached.get(text);
  };
  const put = (table: Table, row: Row) => {
    const state = stateOf(table);
    const text = keyTextOf(table, row);
    const before = state.cached.get(text);
    table.onChange?.(rows, before, row);
    state.cached.set(text, row);
    const isThere = before !== undefined && !state.put.has(text);
    state[isThere ? 'changed' : 'put'].set(text, row);
  };
  const rows: Rows = {
    get: (table, ...key) => get(table, key) as never,
    require: (table, ...key) => {
      const row = get(table, key);
      if (row) return row as never;
      throw new Error(`There is no row ${keyText(key)} in ${table.name}, though an earlier event must have made it.`);
    },
    insert: (table, given) => {
      const row: Row = { ...table.initial, ...given };
      const text = keyTextOf(table, row);
      if (stateOf(table).cached.get(text)) throw new Error(`There is a row ${text} in ${table.name} already.`);
      put(table, row);
    },
    put,
    remove: (table, row) => {
      const state = stateOf(table);
      const text = keyTextOf(table, row);
      table.onChange?.(rows, row, undefined);
      state.cached.set(text, undefined);
      state.put.delete(text);
      state.changed.delete(text);
      state.removed.set(text, row);
    },
    append: (table, row) => void stateOf(table).appended.push(row),
    increase: (table, row) => {
      const { increased } = stateOf(table);
      const text = keyTextOf(table, row);
      const total = increased.get(text);
      if (!total) increased.set(text, { ...row });
      else for (const column of othersOf(table)) total[column] = sum(total[column], row[column]);
    },
  };
  return rows;
}

const noChanges = () => ({
  removed: new Map(),
  changed: new Map(),
  put: new Map(),
  increased: new Map(),
  appended: [],
});

/** A row that is there is updated: `on conflict` would note in Postgres' log that it is locked, too. */
function writesOf(schema: string, table: Table, changes: TableState): string[] {
  const { removed, changed, put, increased, appended } = changes;
  const name = qualified(schema, table.name);
  const columns = list(Object.keys(table.columns));
  const isSame = sameKey(table.key, 't', 'g');
  const unlessEmpty = (rows: readonly Row[], statement: (from: string) => string): string[] =>
    rows.length === 0 ? [] : [statement(recordset(schema, table, rows))];
  const insert = (from: string) => `insert into ${name} as t (${columns}) select ${columns} from ${from}`;
  const sets = (newValue: (column: string) => string) =>
    `set ${othersOf(table).map((column) => `${quoted(column)} = ${newValue(quoted(column))}`)}`;
  return [
    ...unlessEmpty([...removed.values()], (from) => `delete from ${name} t using ${from} g where ${isSame}`),
    ...unlessEmpty(
      [...changed.values()],
      (from) => `update ${name} t ${sets((column) => `g.${column}`)} from ${from} g where ${isSame}`,
    ),
    ...unlessEmpty(
      [...put.values()],
      (from) => `${insert(from)} on conflict (${list(table.key)}) do update ${sets((column) => `excluded.${column}`)}`,
    ),
    ...unlessEmpty(appended, insert),
    ...unlessEmpty(
      [...increased.values()],
      (from) => `with g as (select * from ${from}), increased as (
          update ${name} t ${sets((column) => `t.${column} + g.${column}`)} from g where ${isSame}
          returning ${table.key.map((column) => `g.${quoted(column)}`)})
        ${insert(`g where not exists (select from increased t where ${isSame})`)}`,
    ),
  ];
}

const recordset = (schema: string, table: Table, rows: readonly Row[]): string =>
  `json_populate_recordset(null::${qualified(schema, table.name)}, ${literal(JSON.stringify(rows, asJson))})`;

/** See connectWriter: a backslash is one. pg's own way takes a second for a megabyte. */
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Half of a surrogate pair is not text for Postgres. */
function asJson(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'string' ? value.toWellFormed() : value;
}

const othersOf = ({ columns, key }: Table): string[] => Object.keys(columns).filter((column) => !key.includes(column));

function sum(left: Value | undefined, right: Value | undefined): bigint {
  if (typeof left === 'bigint' && typeof right === 'bigint') return left + right;
  throw new Error('Only bigint columns can be increased.');
}
