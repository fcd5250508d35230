import type { RecordedLedgerEvent } from '#core/events.ts';
import { closedThroughAfter } from '#core/period/events.ts';
import type { Projection } from '../kernel/projection.ts';
import { type Rows, rowOf } from '../kernel/table.ts';
import { CLOSING_ID, closing, periods } from './table.ts';

export const periodsProjection: Projection = {
  name: 'periods',
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
            ...{ closed_at: time, closed_by: actor.id },
            ...{
              open_points: event.data.open?.points.join('\n') ?? null,
              close_reason: event.data.open?.reason ?? null,
            },
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
