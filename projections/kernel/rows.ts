import type pg from 'pg';
import { createCopyEncoder, MIN_ROWS_TO_COPY, selectRows } from './bulk-sql.ts';
import { type Changes, changesToWrite, type TableChanges } from './changes.ts';
import type { Row, Value } from './columns.ts';
import { othersOf, type RowKey, type Rows, type Table } from './table.ts';

/** Rows of a table kept in memory between batches: about twice this many. Forgotten rows are read again when needed. */
const ROWS_PER_GENERATION = 2_000;

/** A row as the table will have it once everything taken is written, and as the batch sees it. */
type Slot = { stored: Row | undefined; current: Row | undefined; isChanged: boolean };
type TableState = {
  readonly table: Table;
  /**
   * Slots by key: those used recently, and those used only before. When the recent ones are many, the others are
   * dropped.
   */
  slots: Map<string, Slot>;
  olderSlots: Map<string, Slot>;
  /** The row that was read last, which is usually read again: 'read models catching up'. */
  lastText: string;
  lastSlot: Slot | undefined;
  /** Keys of slots that are not read yet. */
  missing: (readonly Value[])[];
  changed: Slot[];
  appended: Row[];
  /** Rows appended before those, as text for COPY: keeping text costs less than keeping so many rows. */
  copied: Buffer[];
  readonly encode: (rows: readonly Row[]) => Buffer[];
  puts: Map<string, Row>;
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
 * The rows that a single writer works on: for each batch `want` and `load`, changes through `rows`, and `take`. This
 * may happen while the batch taken before is still being written, but not while two of them are.
 *
 * It keeps rows between batches, which is sound only while no other process writes these tables: call `forget` after a
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
  const rows = rowsIn(stateOf);

  return {
    rows,

    /** A row that the batch will read: `load` reads it unless it is in memory, or known to be new. */
    want({ table, key, isNew }: RowKey): void {
      const state = stateOf(table);
      const text = keyText(key);
      if (findSlot(state, text)) return;
      addSlot(state, text, undefined);
      if (!isNew) state.missing.push(key);
    },

    /** Reads the wanted rows that are missing, with one statement for each table. */
    async load(client: pg.ClientBase): Promise<void> {
      for (const state of states.values()) {
        const { table, missing } = state;
        if (missing.length === 0) continue;
        state.missing = [];
        for (const row of await selectRows(client, schema, table, missing)) addSlot(state, keyTextOf(table, row), row);
      }
    },

    /** Ends a batch. `isFilling`: the tables have no indexes yet. */
    take({ isFilling }: { readonly isFilling: boolean }): Changes {
      for (const { table, changed } of states.values()) {
        if (table.onChange) for (const { stored, current } of changed) table.onChange(rows, stored, current);
      }
      return changesToWrite(
        schema,
        [...states.values()].map((state) => takeChanges(state, isFilling)),
      );
    },

    /** Forgets all rows and all changes that were not written. */
    forget(): void {
      states.clear();
    },
  };
}

/** What projections may do with the rows of a batch. */
function rowsIn(stateOf: (table: Table) => TableState): Rows {
  const slotOf = (table: Table, key: readonly Value[]): Slot => {
    const slot = findSlot(stateOf(table), keyText(key));
    if (!slot) throw new Error(`${table.name} ${keyText(key)} was not declared in reads().`);
    return slot;
  };
  const set = (table: Table, row: Row, current: Row | undefined) => {
    const state = stateOf(table);
    // Usually the row that was read last: then its key need not be built again.
    const slot = state.lastSlot?.current === row ? state.lastSlot : slotOfRow(state, row);
    slot.current = current;
    if (slot.isChanged) return;
    slot.isChanged = true;
    state.changed.push(slot);
  };
  const rows: Rows = {
    get: (table, ...key) => slotOf(table, key).current as never,
    require: (table, ...key) => {
      const row = slotOf(table, key).current;
      if (row) return row as never;
      throw new Error(`There is no row ${keyText(key)} in ${table.name}, though an earlier event must have made it.`);
    },
    insert: (table, given) => {
      const row: Row = { ...table.initial, ...given };
      const text = keyTextOf(table, row);
      if (findSlot(stateOf(table), text)?.current) throw new Error(`There is a row ${text} in ${table.name} already.`);
      set(table, row, row);
    },
    update: (table, before, after) => set(table, before, after),
    remove: (table, row) => set(table, row, undefined),
    append: (table, row) => {
      const state = stateOf(table);
      state.appended.push(row);
      table.onChange?.(rows, undefined, row);
      if (state.appended.length >= MIN_ROWS_TO_COPY) encodeAppended(state);
    },
    put: (table, row) => stateOf(table).puts.set(keyTextOf(table, row), row),
    increase: (table, row) => {
      const state = stateOf(table);
      const text = keyTextOf(table, row);
      const total = state.increases.get(text);
      if (!total) state.increases.set(text, { ...row });
      else for (const column of state.others) total[column] = sum(total[column], row[column]);
    },
  };
  return rows;
}

function takeChanges(state: TableState, isFilling: boolean): TableChanges {
  if (state.copied.length > 0) encodeAppended(state);
  const increased = [...state.increases.values()];
  const areParts = isFilling && state.table.isSums === true;
  const changes: TableChanges = {
    table: state.table,
    remove: [],
    update: [],
    insert: areParts ? [...state.appended, ...increased] : state.appended,
    copied: state.copied,
    put: [...state.puts.values()],
    increase: areParts ? [] : increased,
  };
  for (const slot of state.changed) {
    if (slot.current && slot.stored) changes.update.push(slot.current);
    else if (slot.current) changes.insert.push(slot.current);
    else if (slot.stored) changes.remove.push(slot.stored);
    slot.stored = slot.current;
    slot.isChanged = false;
  }
  state.changed = [];
  state.appended = [];
  state.copied = [];
  state.puts = new Map();
  state.increases = new Map();
  // What is dropped was last used before this batch: it is all written before anything is read again.
  if (state.slots.size > ROWS_PER_GENERATION) {
    state.olderSlots = state.slots;
    state.slots = new Map();
    state.lastSlot = undefined;
    state.lastText = '';
  }
  return changes;
}

function encodeAppended(state: TableState): void {
  for (const piece of state.encode(state.appended)) state.copied.push(piece);
  state.appended = [];
}

const emptyState = (table: Table): TableState => ({
  table,
  slots: new Map(),
  olderSlots: new Map(),
  lastText: '',
  lastSlot: undefined,
  missing: [],
  changed: [],
  appended: [],
  copied: [],
  encode: createCopyEncoder(table),
  puts: new Map(),
  increases: new Map(),
  others: othersOf(table),
});

function addSlot(state: TableState, text: string, stored: Row | undefined): Slot {
  const slot = { stored, current: stored, isChanged: false };
  state.slots.set(text, slot);
  state.lastText = text;
  state.lastSlot = slot;
  return slot;
}

function slotOfRow(state: TableState, row: Row): Slot {
  const text = keyTextOf(state.table, row);
  return findSlot(state, text) ?? addSlot(state, text, undefined);
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
