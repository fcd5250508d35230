import type { Category, RecordedLedgerEvent } from '#core/aggregates/events.ts';
import type { RowKey, Rows, Table } from './table.ts';

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
