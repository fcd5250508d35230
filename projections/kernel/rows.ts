import type pg from 'pg';
import { deleteRows, increaseRows, insertRows, type Statement, selectRows, updateRows } from './bulk-sql.ts';
import type { Row, RowKey, Table, Value } from './table.ts';

/** The rows of one batch, as `apply` sees and changes them. Everything is in memory; the engine reads and writes in bulk. */
export type Rows = {
  /** The row, or undefined when there is none. The key must be among the event's `reads`. */
  get<R extends Row>(table: Table<R>, ...key: readonly Value[]): R | undefined;
  /** As `get`, for a row that an earlier event must have made. @throws Error (which stops the engine) without it */
  require<R extends Row>(table: Table<R>, ...key: readonly Value[]): R;
  /** A row that is not there yet and may be looked at again. */
  insert<R extends Row>(table: Table<R>, row: R): void;
  /** The new content of a row that `get` or `require` returned. */
  update<R extends Row>(table: Table<R>, row: R): void;
  remove<R extends Row>(table: Table<R>, row: R): void;
  /** A row that is written once and never looked at again. */
  append<R extends Row>(table: Table<R>, row: R): void;
  /** Adds to the columns beside the key, from zero where there is no row. */
  increase<R extends Row>(table: Table<R>, row: R): void;
};

/** Rows of a table kept in memory between batches at most; beyond it the oldest half is forgotten, and read again when needed. */
const MAX_CACHED_ROWS_PER_TABLE = 20_000;

type Slot = { stored: Row | undefined; current: Row | undefined };
type TableState = {
  readonly table: Table;
  readonly slots: Map<string, Slot>;
  readonly changed: Set<string>;
  appended: Row[];
  increases: Map<string, Record<string, Value>>;
  /** The columns beside the key. */
  readonly others: readonly string[];
};

const keyText = (key: readonly Value[]): string => (key.length === 1 ? String(key[0]) : key.join('|'));
const keyOf = (table: Table, row: Row): Value[] => table.key.map((column) => row[column] ?? null);

/**
 * The rows that a single writer works on. It remembers rows between batches, which is sound only while nobody else
 * writes these tables: `forget` after a transaction that failed, or when the tables were replaced.
 */
export function createRowStore(schema: string) {
  const states = new Map<string, TableState>();
  const stateOf = (table: Table): TableState => {
    let state = states.get(table.name);
    if (!state) {
      const others = Object.keys(table.columns).filter((column) => !table.key.includes(column));
      state = { table, slots: new Map(), changed: new Set(), appended: [], increases: new Map(), others };
      states.set(table.name, state);
    }
    return state;
  };
  const slotOf = (table: Table, key: readonly Value[]): Slot => {
    const slot = stateOf(table).slots.get(keyText(key));
    if (!slot) throw new Error(`${table.name} ${keyText(key)} was not declared in reads().`);
    return slot;
  };
  const set = (table: Table, row: Row, current: Row | undefined) => {
    const text = keyText(keyOf(table, row));
    const state = stateOf(table);
    const slot = state.slots.get(text);
    if (slot) slot.current = current;
    else state.slots.set(text, { stored: undefined, current });
    state.changed.add(text);
  };

  const rows: Rows = {
    get: (table, ...key) => slotOf(table as unknown as Table, key).current as never,
    require: (table, ...key) => {
      const row = slotOf(table as unknown as Table, key).current;
      if (!row)
        throw new Error(`There is no row ${keyText(key)} in ${table.name}, though an earlier event must have made it.`);
      return row as never;
    },
    insert: (table, row) => {
      const state = stateOf(table as unknown as Table);
      const text = keyText(keyOf(state.table, row));
      if (state.slots.get(text)?.current) throw new Error(`There is a row ${text} in ${table.name} already.`);
      set(state.table, row, row);
    },
    update: (table, row) => set(table as unknown as Table, row, row),
    remove: (table, row) => set(table as unknown as Table, row, undefined),
    append: (table, row) => {
      stateOf(table as unknown as Table).appended.push(row);
    },
    increase: (table, row) => {
      const state = stateOf(table as unknown as Table);
      const text = keyText(keyOf(state.table, row));
      const total = state.increases.get(text);
      if (!total) state.increases.set(text, { ...row });
      else for (const column of state.others) total[column] = sum(total[column], row[column]);
    },
  };

  return {
    rows,

    /** Reads what a batch will look at, one statement a table. */
    async load(client: pg.ClientBase, keys: Iterable<RowKey>): Promise<void> {
      const missing = new Map<Table, Map<string, readonly Value[]>>();
      for (const { table, key } of keys) {
        const text = keyText(key);
        if (stateOf(table).slots.has(text)) continue;
        const wanted = missing.get(table) ?? new Map<string, readonly Value[]>();
        missing.set(table, wanted.set(text, key));
      }
      for (const [table, wanted] of missing) {
        const { slots } = stateOf(table);
        for (const text of wanted.keys()) slots.set(text, { stored: undefined, current: undefined });
        for (const row of await selectRows(client, schema, table, [...wanted.values()])) {
          slots.set(keyText(keyOf(table, row)), { stored: row, current: row });
        }
      }
    },

    /**
     * Writes what the batch changed, a few statements a table; the next one's values are put together while Postgres works
     * on the one before it.
     */
    async flush(client: pg.ClientBase): Promise<void> {
      let running = Promise.resolve();
      const write = async (statement: Statement) => {
        await running;
        running = statement(client);
        // Its failure is met by whoever awaits it next, which may be a moment after it happened.
        running.catch(() => undefined);
      };
      for (const state of states.values()) {
        const { table, slots, changed } = state;
        const inserted: Row[] = state.appended;
        const updated: Row[] = [];
        const removed: Row[] = [];
        for (const text of changed) {
          const slot = slots.get(text);
          if (!slot) continue;
          if (slot.current && slot.stored) updated.push(slot.current);
          else if (slot.current) inserted.push(slot.current);
          else if (slot.stored) removed.push(slot.stored);
          slot.stored = slot.current;
        }
        if (removed.length > 0) await write(deleteRows(schema, table, removed));
        if (updated.length > 0) await write(updateRows(schema, table, updated));
        if (inserted.length > 0) await write(insertRows(schema, table, inserted));
        if (state.increases.size > 0) {
          await write(increaseRows(schema, table, [...state.increases.values()]));
        }
        changed.clear();
        state.appended = [];
        state.increases = new Map();
        if (slots.size > MAX_CACHED_ROWS_PER_TABLE) forgetOldest(slots, MAX_CACHED_ROWS_PER_TABLE / 2);
      }
      await running;
    },

    /** Forgets all rows and all changes that were not written. */
    forget(): void {
      states.clear();
    },
  };
}
export type RowStore = ReturnType<typeof createRowStore>;

function forgetOldest(slots: Map<string, Slot>, keep: number): void {
  for (const text of slots.keys()) {
    if (slots.size <= keep) return;
    slots.delete(text);
  }
}

function sum(left: Value | undefined, right: Value | undefined): bigint {
  if (typeof left === 'bigint' && typeof right === 'bigint') return left + right;
  throw new Error('Only bigint columns can be increased.');
}
