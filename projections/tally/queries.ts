import { z } from 'zod';
import { Currency } from '#core/kernel/money.ts';
import { betweenDays, type Database, type Days, every, type Fragment, sql } from '../kernel/sql.ts';
import { conditionsOf } from '../kernel/view.ts';
import { type TallySubject, tallies, tallyDays } from './table.ts';

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

/** A value for each subject. */
export function bySubject<Subject extends TallySubject, Value>(
  subjects: readonly Subject[],
  create: (subject: Subject) => Value,
): Readonly<Record<Subject, Value>> {
  return Object.fromEntries(subjects.map((subject) => [subject, create(subject)])) as Record<Subject, Value>;
}
