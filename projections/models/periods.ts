import { z } from 'zod';
import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { closedThroughAfter } from '#core/aggregates/period/events.ts';
import { int, optional, text, time } from '#projections/kernel/columns.ts';
import type { Projection } from '#projections/kernel/projection.ts';
import { type Database, sql } from '#projections/kernel/sql.ts';
import { defineTable, type Rows, rowOf } from '#projections/kernel/table.ts';
import { defineView, findRows, type ItemOf } from '#projections/kernel/view.ts';
import { administratorName } from '#projections/lists/accounts.ts';

/**
 * Each month that was closed by name: when it was last closed, by whom, and when it was reopened. The audit trail has
 * the whole history.
 */
const periods = defineTable('periods', ['month'], {
  /** YYYY-MM */
  month: text(),
  /** Null when it was closed together with a later month. */
  closed_at: optional(time()),
  closed_by: optional(text()),
  /** What was open at its last closing, a line each, and why it was closed. */
  open_points: optional(text()),
  close_reason: optional(text()),
  reopened_at: optional(time()),
  reopened_by: optional(text()),
  reopen_reason: optional(text()),
});

/** One row, once a month was closed: the last closed month. Every month before it is closed, too. */
const closing = defineTable('closing', ['id'], { id: int(), closed_through: text() });
const CLOSING_ID = 1;

export const periodsProjection: Projection = {
  tables: [periods, closing],
  reads: (event) => (isOfPeriod(event) ? [rowOf(periods, event.data.month), CLOSING] : []),
  apply(event, rows) {
    if (!isOfPeriod(event)) return;
    const { time, actor } = event.metadata;
    const { month } = event.data;
    const known = rows.get(periods, month);
    const change =
      event.type === 'PeriodClosed'
        ? {
            closed_at: time,
            closed_by: actor.id,
            open_points: event.data.open?.points.join('\n') ?? null,
            close_reason: event.data.open?.reason ?? null,
          }
        : { reopened_at: time, reopened_by: actor.id, reopen_reason: event.data.reason };
    if (known) rows.put(periods, { ...known, ...change });
    else rows.insert(periods, { month, ...change });
    rows.put(closing, { id: CLOSING_ID, closed_through: closedThroughAfter(event) });
  },
};

type OfPeriod = Extract<RecordedLedgerEvent, { type: 'PeriodClosed' | 'PeriodReopened' }>;
const isOfPeriod = (event: RecordedLedgerEvent): event is OfPeriod =>
  event.type === 'PeriodClosed' || event.type === 'PeriodReopened';

/** The row that {@link closedThroughOf} reads. */
export const CLOSING = rowOf(closing, CLOSING_ID);
/** The last month that was closed by then. */
export const closedThroughOf = (rows: Rows): string | null => rows.get(closing, CLOSING_ID)?.closed_through ?? null;

const view = defineView(periods, {
  add: {
    closedByName: administratorName('periods.closed_by'),
    reopenedByName: administratorName('periods.reopened_by'),
  },
});
export type PeriodView = ItemOf<typeof view>;

/** The closings of months by name, newest first. */
export const listPeriods = (database: Database): Promise<readonly PeriodView[]> =>
  findRows(database, view, sql.fragment`order by month desc`);

const Books = z.object({ first: z.string().nullable(), closedThrough: z.string().nullable() });

/** The first month with a booking by value date, and the last closed one. */
export const monthsOfBooks = (database: Database): Promise<z.infer<typeof Books>> =>
  database.one(
    sql.type(Books)`select to_char((select min(value_date) from read.ledger_days), 'YYYY-MM') as first,
      (select closed_through from read.closing) as "closedThrough"`,
  );

const MonthSum = z.object({ month: z.string(), entries: z.bigint() });
/** How many lines are booked in each month by value date. */
export const linesByMonth = (database: Database): Promise<readonly z.infer<typeof MonthSum>[]> =>
  database.any(
    sql.type(MonthSum)`select to_char(value_date, 'YYYY-MM') as month, sum(entries)::int8 as entries
      from read.ledger_days group by 1`,
  );
