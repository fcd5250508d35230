import type pg from 'pg';
import { selectRows } from './bulk-sql.ts';
import { type Changes, changesToWrite, type TableChanges } from './changes.ts';
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

/** Rows of a table kept in memory between batches: about so many, twice; what is forgotten is read again when needed. */
const ROWS_PER_GENERATION = 2_000;

/** A row as it is in the table once everything taken is written, and as the batch sees it. */
type Slot = { stored: Row | undefined; current: Row | undefined; isChanged: boolean };
type TableState = {
  readonly table: Table;
  /** Slots by key: those used since a moment, and those used only before it. When the first are many, the others go. */
  slots: Map<string, Slot>;
  olderSlots: Map<string, Slot>;
  /** One row is mostly asked for several times in a row. */
  lastText: string;
  lastSlot: Slot | undefined;
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
  const states = new Map<Table, TableState>();
  const stateOf = (table: Table): TableState => {
    let state = states.get(table);
    if (!state) {
      state = emptyState(table);
      states.set(table, state);
    }
    return state;
  };
  const slotOf = (table: Table, key: readonly Value[]): Slot => {
    const slot = findSlot(stateOf(table), keyText(key));
    if (!slot) throw new Error(`${table.name} ${keyText(key)} was not declared in reads().`);
    return slot;
  };
  const set = (table: Table, row: Row, current: Row | undefined) => {
    const state = stateOf(table);
    const text = keyTextOf(table, row);
    const slot = findSlot(state, text) ?? addSlot(state, text, undefined);
    slot.current = current;
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
      if (findSlot(state, text)?.current) throw new Error(`There is a row ${text} in ${table.name} already.`);
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
        const state = stateOf(table);
        const text = keyText(key);
        if (findSlot(state, text)) continue;
        addSlot(state, text, undefined);
        const wanted = missing.get(table);
        if (wanted) wanted.push(key);
        else missing.set(table, [key]);
      }
      for (const [table, wanted] of missing) {
        const state = stateOf(table);
        for (const row of await selectRows(client, schema, table, wanted)) addSlot(state, keyTextOf(table, row), row);
      }
    },

    /** Ends a batch. */
    take: (): Changes => changesToWrite(schema, [...states.values()].map(takeChanges)),

    /** Forgets all rows and all changes that were not written. */
    forget(): void {
      states.clear();
    },
  };
}
export type RowStore = ReturnType<typeof createRowStore>;

function takeChanges(state: TableState): TableChanges {
  const changes: TableChanges = {
    table: state.table,
    removed: [],
    updated: [],
    inserted: state.appended,
    increased: [...state.increases.values()],
  };
  for (const slot of state.changed) {
    if (slot.current && slot.stored) changes.updated.push(slot.current);
    else if (slot.current) changes.inserted.push(slot.current);
    else if (slot.stored) changes.removed.push(slot.stored);
    slot.stored = slot.current;
    slot.isChanged = false;
  }
  state.changed = [];
  state.appended = [];
  state.increases = new Map();
  // What goes was last used before this batch: all that is written by the time anything is read again.
  if (state.slots.size > ROWS_PER_GENERATION) {
    state.olderSlots = state.slots;
    state.slots = new Map();
    state.lastSlot = undefined;
    state.lastText = '';
  }
  return changes;
}

const emptyState = (table: Table): TableState => ({
  table,
  slots: new Map(),
  olderSlots: new Map(),
  lastText: '',
  lastSlot: undefined,
  changed: [],
  appended: [],
  increases: new Map(),
  others: Object.keys(table.columns).filter((column) => !table.key.includes(column)),
});

function addSlot(state: TableState, text: string, stored: Row | undefined): Slot {
  const slot = { stored, current: stored, isChanged: false };
  state.slots.set(text, slot);
  state.lastText = text;
  state.lastSlot = slot;
  return slot;
}

function findSlot(state: TableState, text: string): Slot | undefined {
  if (state.lastText === text) return state.lastSlot;
  let slot = state.slots.get(text);
  if (!slot) {
    slot = state.olderSlots.get(text);
    if (!slot) return undefined;
    state.slots.set(text, slot);
  }
  state.lastText = text;
  state.lastSlot = slot;
  return slot;
}

function sum(left: Value | undefined, right: Value | undefined): bigint {
  if (typeof left === 'bigint' && typeof right === 'bigint') return left + right;
  throw new Error('Only bigint columns can be increased.');
}
