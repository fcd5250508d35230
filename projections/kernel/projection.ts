import type { Category, LedgerEvent, RecordedLedgerEvent } from '#core/aggregates/events.ts';
import type { Columns, NewRowOf, RowOf } from './columns.ts';
import { type DefinedTable, type RowKey, type Rows, rowOf, type Table } from './table.ts';

/** `json` is the event's data as stored in the log: money as strings of minor units. */
export type ProjectedEvent = RecordedLedgerEvent & { readonly json: string };

/**
 * One read model: a pure function from events to rows. It sees only event data and metadata, never the clock, so that the
 * same log always gives the same rows.
 */
export type Projection = {
  readonly tables: readonly Table[];
  /**
   * The rows that `apply` will read for this event: they are read for a whole batch at once. Rows that the event
   * creates, or that cannot exist before it, are named as new: neither this event nor later ones read them from the
   * table.
   */
  reads(event: RecordedLedgerEvent): readonly RowKey[];
  /** Projections run in the order of the list in projections.ts for each event, and share rows. */
  apply(event: ProjectedEvent, rows: Rows): void;
};

/** The part of the stream's name after its category: the object's id. */
export const objectIdOf = ({ streamId }: RecordedLedgerEvent): string => streamId.slice(streamId.indexOf('-') + 1);

export const categoryOf = ({ streamId }: RecordedLedgerEvent): Category =>
  streamId.slice(0, streamId.indexOf('-')) as Category;

/** The UTC day of the event, YYYY-MM-DD. */
export const dayOf = (event: RecordedLedgerEvent): string => event.metadata.time.slice(0, 10);

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
