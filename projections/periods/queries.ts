import { z } from 'zod';
import { type Database, sql } from '../kernel/sql.ts';
import { defineView, findRows, type ItemOf } from '../kernel/view.ts';
import { administratorName } from '../lists/accounts.ts';
import { periods } from './table.ts';

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
