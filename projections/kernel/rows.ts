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

/** Rows of a table kept in memory between batches; beyond it the older half is forgotten, and read again when needed. */
const MAX_CACHED_ROWS_PER_TABLE = 20_000;

/** A row as it is in the table once everything taken is written, as the batch sees it, and the last batch that needed it. */
type Slot = { stored: Row | undefined; current: Row | undefined; usedIn: number; isChanged: boolean };
type TableState = {
  readonly table: Table;
  readonly slots: Map<string, Slot>;
  changed: Slot[];
  appended: Row[];
  increases: Map<string, Record<string, Value>>;
  /** The columns beside the key. */
  readonly others: readonly string[];
};

function keyText(key: readonly Value[]): string {
  let text = String(key[0]);
  for (let index = 1; index < key.length; index += 1) text += `|${key[index]}`;
  return text;
}

function keyTextOf(table: Table, row: Row): string {
  let text = String(row[table.key[0] ?? '']);
  for (let index = 1; index < table.key.length; index += 1) text += `|${row[table.key[index] ?? '']}`;
  return text;
}

/**
 * The rows that a single writer works on: `load`, changes through `rows`, and for each batch `take`. All this may be done
 * while the batch taken before is still being written, but not while two of them are.
 *
 * It remembers rows between batches, which is sound only while nobody else writes these tables: `forget` after a
 * transaction that failed, or when the tables were replaced.
 */
export function createRowStore(schema: string) {
  const states = new Map<string, TableState>();
  let batch = 0;
  const stateOf = (table: Table): TableState => {
    let state = states.get(table.name);
    if (!state) {
      const others = Object.keys(table.columns).filter((column) => !table.key.includes(column));
      state = { table, slots: new Map(), changed: [], appended: [], increases: new Map(), others };
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
    const text = keyTextOf(table, row);
    const state = stateOf(table);
    let slot = state.slots.get(text);
    if (!slot) {
      slot = emptySlot(batch);
      state.slots.set(text, slot);
    }
    slot.current = current;
    slot.usedIn = batch;
    if (slot.isChanged) return;
    slot.isChanged = true;
    state.changed.push(slot);
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
      const text = keyTextOf(state.table, row);
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
      const text = keyTextOf(state.table, row);
      const total = state.increases.get(text);
      if (!total) state.increases.set(text, { ...row });
      else for (const column of state.others) total[column] = sum(total[column], row[column]);
    },
  };

  return {
    rows,

    /** Reads what a batch will look at and is not remembered, one statement a table. */
    async load(client: pg.ClientBase, keys: Iterable<RowKey>): Promise<void> {
      const missing = new Map<Table, (readonly Value[])[]>();
      for (const { table, key } of keys) {
        const { slots } = stateOf(table);
        const text = keyText(key);
        const slot = slots.get(text);
        if (slot) {
          slot.usedIn = batch;
          continue;
        }
        slots.set(text, emptySlot(batch));
        const wanted = missing.get(table);
        if (wanted) wanted.push(key);
        else missing.set(table, [key]);
      }
      for (const [table, wanted] of missing) {
        const { slots } = stateOf(table);
        for (const row of await selectRows(client, schema, table, wanted)) {
          slots.set(keyTextOf(table, row), { ...emptySlot(batch), stored: row, current: row });
        }
      }
    },

    /** Ends a batch: what it changed, as a few statements a table, to be run in this order in one transaction. */
    take(): Statement[] {
      const statements: Statement[] = [];
      for (const state of states.values()) {
        const { table, slots, changed } = state;
        const inserted: Row[] = state.appended;
        const updated: Row[] = [];
        const removed: Row[] = [];
        for (const slot of changed) {
          if (slot.current && slot.stored) updated.push(slot.current);
          else if (slot.current) inserted.push(slot.current);
          else if (slot.stored) removed.push(slot.stored);
          slot.stored = slot.current;
          slot.isChanged = false;
        }
        if (removed.length > 0) statements.push(deleteRows(schema, table, removed));
        if (updated.length > 0) statements.push(updateRows(schema, table, updated));
        if (inserted.length > 0) statements.push(insertRows(schema, table, inserted));
        if (state.increases.size > 0) statements.push(increaseRows(schema, table, [...state.increases.values()]));
        state.changed = [];
        state.appended = [];
        state.increases = new Map();
        if (slots.size > MAX_CACHED_ROWS_PER_TABLE) forgetOldest(slots, MAX_CACHED_ROWS_PER_TABLE / 2, batch - 1);
      }
      batch += 1;
      return statements;
    },

    /** Forgets all rows and all changes that were not written. */
    forget(): void {
      states.clear();
    },
  };
}
export type RowStore = ReturnType<typeof createRowStore>;

const emptySlot = (batch: number): Slot => ({
  stored: undefined,
  current: undefined,
  usedIn: batch,
  isChanged: false,
});

/** Of this batch and the one before it nothing is forgotten: the tables do not hold their changes yet. */
function forgetOldest(slots: Map<string, Slot>, keep: number, beforeBatch: number): void {
  for (const [text, slot] of slots) {
    if (slots.size <= keep) return;
    if (slot.usedIn < beforeBatch) slots.delete(text);
  }
}

function sum(left: Value | undefined, right: Value | undefined): bigint {
  if (typeof left === 'bigint' && typeof right === 'bigint') return left + right;
  throw new Error('Only bigint columns can be increased.');
}
