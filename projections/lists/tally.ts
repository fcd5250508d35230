import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { Currency } from '#core/kernel/money/money.ts';
import { bigint, bytewise, type Columns, day, oneOf, type Row, text } from '#projections/kernel/columns.ts';
import type { Projection } from '#projections/kernel/projection.ts';
import { betweenDays, type Database, type Days, every, type Fragment, sql } from '#projections/kernel/sql.ts';
import { type DefinedTable, defineTable, type Rows, type Table } from '#projections/kernel/table.ts';
import { conditionsOf } from '#projections/kernel/view.ts';

const TALLY_SUBJECTS = ['customer', 'transaction', 'deposit', 'order', 'withdrawal'] as const;
export type TallySubject = (typeof TALLY_SUBJECTS)[number];

/** The number of rows of each kind, updated with them, so that no list or figure has to count a table. */
const tallies = defineTable(
  'tallies',
  ['subject', 'scope', 'type', 'status'],
  {
    subject: bytewise(oneOf(TALLY_SUBJECTS)),
    /** 'all', 'customer:<id>' or 'wallet:<id>' */
    scope: bytewise(text()),
    /** of transactions: their type; of orders: their fulfilment status; else '' */
    type: bytewise(text()),
    /** of orders: their payment status */
    status: bytewise(text()),
    count: bigint(),
  },
  { fillfactor: 50 },
);

/** The same by the UTC day on which the rows' subjects began, with the sum of their amounts. */
const tallyDays = defineTable(
  'tally_days',
  ['subject', 'day', 'currency', 'type', 'status'],
  {
    subject: bytewise(oneOf(TALLY_SUBJECTS)),
    day: day(),
    /** '' for customers */
    currency: bytewise(text()),
    type: bytewise(text()),
    status: bytewise(text()),
    count: bigint(),
    amount: bigint(),
  },
  { fillfactor: 50 },
);

/** Only the tables: the counted tables update them (see `tallied`). */
export const tallyProjection: Projection = { tables: [tallies, tallyDays], reads: () => [], apply: () => {} };

/** The columns by which the rows of a table are counted. */
export type Tally<C extends Columns = Columns> = {
  readonly subject: TallySubject;
  /** The time at which the row's subject began; it is counted by its UTC day. */
  readonly began: keyof C & string;
  readonly status: keyof C & string;
  readonly type?: keyof C & string;
  readonly currency?: keyof C & string;
  readonly amount?: keyof C & string;
  /**
   * Owners whose rows are also counted separately: `customer_id` is the scope 'customer:<id>'. Each is part of the one
   * before.
   */
  readonly scopes?: readonly (keyof C & string)[];
};
export type TalliedTable<C extends Columns> = DefinedTable<C> & { readonly tally: Tally };

/** A table whose rows the tallies count. */
export const tallied = <C extends Columns>(table: DefinedTable<C>, tally: Tally<NoInfer<C>>): TalliedTable<C> => ({
  ...table,
  ...(countedBy(tally as Tally) satisfies Partial<Table>),
  tally: tally as Tally,
});

export const scopeOf = (column: string, id: string): string => `${column.slice(0, -'_id'.length)}:${id}`;

function countedBy({ subject, began, status, type, currency, amount, scopes = [] }: Tally): Pick<Table, 'onChange'> {
  const counted = (row: Row) => ({
    type: type === undefined ? '' : String(row[type]),
    status: String(row[status]),
    day: String(row[began]).slice(0, 10),
    currency: currency === undefined ? '' : String(row[currency]),
    amount: amount === undefined ? 0n : (row[amount] as bigint),
  });
  const count = (rows: Rows, row: Row, sign: 1n | -1n): void => {
    const { amount, day, currency, ...kind } = counted(row);
    const scoped = scopes.map((column) => scopeOf(column, String(row[column])));
    for (const scope of ['all', ...scoped]) rows.increase(tallies, { subject, ...kind, scope, count: sign });
    rows.increase(tallyDays, { subject, ...kind, day, currency, count: sign, amount: sign * amount });
  };
  return {
    onChange(rows, before, after) {
      if (before && after && isDeepStrictEqual(counted(before), counted(after))) return;
      if (before) count(rows, before, -1n);
      if (after) count(rows, after, 1n);
    },
  };
}

/**
 * The number of rows of a subject, without counting them: of all or of one scope (`customer:<id>`, `wallet:<id>`), or
 * of those that began within `days`.
 */
export async function tallyOf(
  database: Database,
  subject: TallySubject,
  wanted: {
    readonly scope?: string | undefined;
    readonly days?: Days | undefined;
    readonly types?: Words;
    readonly statuses?: Words;
    readonly and?: readonly Fragment[];
  },
): Promise<number> {
  const own = { subject, type: wanted.types, status: wanted.statuses };
  const counted = await database.one(
    sql.type(Count)`select coalesce(sum(count), 0)::int8 as count from ${
      wanted.days
        ? sql.fragment`read.tally_days where ${every([...conditionsOf(tallyDays, own), ...betweenDays(DAY, wanted.days)])}`
        : sql.fragment`read.tallies where ${every([
            ...conditionsOf(tallies, { ...own, scope: wanted.scope ?? 'all' }),
            ...(wanted.and ?? []),
          ])}`
    }`,
  );
  return Number(counted.count);
}
type Words = string | readonly string[] | undefined;
const Count = z.object({ count: z.bigint() });
const DAY = sql.fragment`tally_days.day`;

const Breakdown = z.object({
  currency: z.union([Currency, z.literal('')]),
  type: z.string(),
  status: z.string(),
  count: z.bigint(),
  amount: z.bigint(),
});
export type Breakdown = z.infer<typeof Breakdown>;

/** Counts and sums (minor units) of a subject by currency, type and status. */
export function breakdownOf(database: Database, subject: TallySubject, days: Days = {}): Promise<readonly Breakdown[]> {
  return database.any(
    sql.type(Breakdown)`select currency, type, status, sum(count)::int8 as count, sum(amount)::int8 as amount
      from read.tally_days where ${every([sql.fragment`subject = ${subject}`, ...betweenDays(DAY, days)])}
      group by currency, type, status having sum(count) > 0 order by currency, type, status`,
  );
}

const SubjectCount = z.object({ subject: z.string(), type: z.string(), status: z.string(), count: z.bigint() });

export type Counts = {
  readonly byStatus: Readonly<Record<string, number>>;
  readonly byType: Readonly<Record<string, number>>;
};

/** The number of several subjects, of all time, by status and by type, e.g. `{ approved: 12, pending: 3 }`. */
export async function countsOf<Subject extends TallySubject>(
  database: Database,
  subjects: readonly Subject[],
): Promise<Readonly<Record<Subject, Counts>>> {
  const rows = await database.any(
    sql.type(SubjectCount)`select subject, type, status, sum(count)::int8 as count from read.tallies
      where subject = any(${sql.array([...subjects], 'text')}) and scope = 'all'
      group by subject, type, status having sum(count) > 0`,
  );
  return bySubject(subjects, (subject) => {
    const own = rows.filter((row) => row.subject === subject);
    const sumBy = (nameOf: (row: z.infer<typeof SubjectCount>) => string) => {
      const sums: Record<string, number> = {};
      for (const row of own) sums[nameOf(row)] = (sums[nameOf(row)] ?? 0) + Number(row.count);
      return sums;
    };
    return { byStatus: sumBy((row) => row.status), byType: sumBy((row) => row.type) };
  });
}

/** Weeks of a sparkline at most. */
const MAX_TREND_WEEKS = 104;

const WeekCount = z.object({ subject: z.string(), count: z.bigint() });

/**
 * How many of several subjects began in each of the last `weeks` weeks up to the week of `today` (YYYY-MM-DD), oldest
 * first, including weeks without any. Weeks begin on Monday, in UTC.
 */
export async function weeklyCounts<Subject extends TallySubject>(
  database: Database,
  subjects: readonly Subject[],
  today: string,
  weeks: number,
): Promise<Readonly<Record<Subject, readonly number[]>>> {
  const rows = await database.any(
    sql.type(WeekCount)`
      select wanted.subject, coalesce(sum(tally.count), 0)::int8 as count
      from generate_series(0, ${Math.min(weeks, MAX_TREND_WEEKS) - 1}::int) as age
      cross join unnest(${sql.array([...subjects], 'text')}) as wanted(subject)
      cross join lateral (
        select (date_trunc('week', ${today}::date::timestamp) - age * interval '1 week')::date as start) week
      left join read.tally_days tally
        on tally.subject = wanted.subject and day >= week.start and day < week.start + 7
      group by wanted.subject, week.start order by week.start`,
  );
  return bySubject(subjects, (subject) =>
    rows.filter((row) => row.subject === subject).map((row) => Number(row.count)),
  );
}

export function bySubject<Subject extends TallySubject, Value>(
  subjects: readonly Subject[],
  create: (subject: Subject) => Value,
): Readonly<Record<Subject, Value>> {
  return Object.fromEntries(subjects.map((subject) => [subject, create(subject)])) as Record<Subject, Value>;
}
