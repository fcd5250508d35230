import type { LedgerEvent, RecordedLedgerEvent } from '#core/aggregates/events.ts';
import type { Columns, NewRowOf, RowOf } from './columns.ts';
import { objectIdOf, type Projection } from './projection.ts';
import { type DefinedTable, type Rows, rowOf } from './table.ts';

type EventOf<Type> = Extract<RecordedLedgerEvent, { type: Type }>;

/** A read model with one row for each object of a kind, which is made by the object's first event and changed by others. */
type ReadModel<C extends Columns, Type extends LedgerEvent['type'], First extends Type, Ignored extends Type> = {
  /** Its key is the object's id. */
  readonly table: DefinedTable<C>;
  /** The events of the objects. Each is the first one, or in `on`, or among `ignores`. */
  readonly follows: Readonly<Record<Type, unknown>>;
  readonly begins: First;
  readonly begin: (event: EventOf<First>) => NewRowOf<C>;
  /** What an event changes in the row; null removes it. */
  readonly on: {
    readonly [T in Exclude<Type, First | Ignored>]: (event: EventOf<T>, row: RowOf<C>) => Partial<RowOf<C>> | null;
  };
  readonly ignores?: readonly Ignored[];
  /** What follows from each change, in the row and in other tables. */
  readonly always?: (after: RowOf<C>, before: RowOf<C>, event: RecordedLedgerEvent, rows: Rows) => RowOf<C>;
};

export function defineReadModel<
  const C extends Columns,
  Type extends LedgerEvent['type'],
  const First extends NoInfer<Type>,
  const Ignored extends NoInfer<Type> = never,
>({ table, begins, begin, on, always = (after) => after }: ReadModel<C, Type, First, Ignored>): Projection {
  type Change = (event: RecordedLedgerEvent, row: RowOf<C>) => Partial<RowOf<C>> | null;
  const changes = on as unknown as Readonly<Record<string, Change | undefined>>;
  return {
    tables: [table],
    reads: (event) => (event.type === begins || changes[event.type] ? [rowOf(table, objectIdOf(event))] : []),
    apply(event, rows) {
      if (event.type === begins) return rows.insert(table, begin(event as unknown as EventOf<First>));
      const change = changes[event.type];
      if (!change) return;
      const before = rows.require(table, objectIdOf(event));
      const changed = change(event, before);
      if (changed) rows.put(table, always({ ...before, ...changed }, before, event, rows));
      else rows.remove(table, before);
    },
  };
}
