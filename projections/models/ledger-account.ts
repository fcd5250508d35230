import { z } from 'zod';
import { Currency } from '#core/kernel/money/money.ts';
import {
  betweenDays,
  type Database,
  type Days,
  every,
  type Fragment,
  sql,
  withinDays,
} from '#projections/kernel/sql.ts';
import { computed, conditionsOf, defineView, extendView, findRows, type ItemOf } from '#projections/kernel/view.ts';
import { pageSizeOf } from '#projections/lists/page.ts';
import { withinPlaces } from './audit-trail.ts';
import { type AsOf, classOf, dayColumn, ledgerAccounts, ledgerEntries } from './general-ledger.ts';

// One account of the general ledger: what was posted to it by a day, and its statement.

const accounts = defineView(ledgerAccounts, { without: ['id', 'position'] });
export type LedgerAccount = ItemOf<typeof accounts>;

/** The condition that a line counts by then. */
const countedBy = ({ at, by }: AsOf): Fragment[] =>
  by === 'value-date' ? betweenDays(sql.fragment`value_date`, { to: at }) : withinDays(sql.fragment`time`, { to: at });

/** An account in each of its currencies; empty when nothing was posted to it by then. */
export const findLedgerAccount = (
  database: Database,
  account: string,
  asOf: AsOf = {},
): Promise<readonly LedgerAccount[]> =>
  asOf.at === undefined
    ? findRows(database, accounts, sql.fragment`where account = ${account} order by currency`)
    : database.any(
        sql.type(
          accounts.schema,
        )`select account, currency, past.debits, past.credits, past.debits - past.credits as balance,
          past.entries
          from read.ledger_accounts account join lateral (${sumsOf(account, {
            lines: every(countedBy(asOf)),
            days: every(betweenDays(dayColumn(asOf), { to: asOf.at })),
          })}) past on past.entries > 0
          where account.account = ${account} order by currency`,
      );

/**
 * What was posted to an account by then, for a row of `account`: summed from its lines or, if that is enough, its days.
 */
const sumsOf = (account: string, counted: { readonly lines: Fragment; readonly days: Fragment }): Fragment =>
  isWholeClass(account)
    ? sql.fragment`select coalesce(sum(debits), 0)::int8 as debits, coalesce(sum(credits), 0)::int8 as credits,
          coalesce(sum(entries), 0)::int8 as entries
        from read.ledger_days where class = ${classOf(account)} and currency = account.currency and ${counted.days}`
    : sql.fragment`select coalesce(sum(amount) filter (where amount > 0), 0)::int8 as debits,
          coalesce(-sum(amount) filter (where amount < 0), 0)::int8 as credits, count(*) as entries
        from read.ledger_entries where account_id = account.id and ${counted.lines}`;

/** 'income:sales:USD' is the whole of its class in dollars, which is already summed by days; a wallet is one of many. */
const isWholeClass = (account: string): boolean => Currency.safeParse(account.split(':').at(-1)).success;

const entries = extendView(
  defineView(ledgerEntries, { without: ['account_id'] }),
  {
    account: computed(z.string(), 'account.account'),
    currency: computed(Currency, 'account.currency'),
    /** The number of its document; null for a line in suspense, and when the document has no row any more. */
    documentNumber: computed(
      z.string().nullable(),
      `case document_kind
        when 'deposit' then (select number from read.deposits where deposit_id = document_id)
        when 'order' then (select number from read.orders where order_id = document_id)
        when 'withdrawal' then (select number from read.withdrawals where withdrawal_id = document_id)
      end`,
    ),
  },
  'join read.ledger_accounts account on account.id = ledger_entries.account_id',
);
export type LedgerEntry = ItemOf<typeof entries>;

/**
 * The statement of one account, newest first before an entry, each line with the balance after it, in the order of the
 * chosen time.
 */
export async function accountStatement(
  database: Database,
  request: Days &
    AsOf & {
      readonly account: string;
      readonly currency: Currency;
      readonly before?: Place | undefined;
      readonly limit?: number | undefined;
    },
): Promise<readonly LedgerEntry[]> {
  const { account, currency, before, by, from, to, at } = request;
  const ofAccount = sql.fragment`account_id = (select id from read.ledger_accounts
    where ${every(conditionsOf(ledgerAccounts, { account, currency }))})`;
  const isByValueDate = by === 'value-date';
  const order = isByValueDate
    ? sql.fragment`value_date desc, position desc, line desc`
    : sql.fragment`position desc, line desc`;
  // By the time of recording, lines are read by their places in the log: an index has no times.
  const within = isByValueDate
    ? betweenDays(sql.fragment`value_date`, { from, to })
    : [
        ...(await withinPlaces(database, { from, to: earlierOf(to, at) })),
        ...withinDays(sql.fragment`time`, { from, to }),
      ];
  const earlier = before ? [isByValueDate ? beforeByValueDate(ofAccount, before) : beforeInLog(before)] : [];
  const where = every([ofAccount, ...countedBy(request), ...within, ...earlier]);
  const page = sql.fragment`select * from read.ledger_entries where ${where} order by ${order} limit ${pageSizeOf(request.limit)}`;
  return database.any(
    sql.type(entries.schema)`select ${entries.select}
      from (${isByValueDate ? withBalanceByValueDate(account, page) : page}) ledger_entries ${entries.joins}
      order by ${isByValueDate ? sql.fragment`ledger_entries.value_date desc,` : sql.fragment``}
        ledger_entries.position desc, ledger_entries.line desc`,
  );
}

const earlierOf = (one: string | undefined, other: string | undefined): string | undefined =>
  one !== undefined && other !== undefined && other < one ? other : (one ?? other);

/**
 * A page of lines, each with the balance by value date after it, which differs from the recorded one. It is the balance
 * at the end of the newest line's day, without what came later on that day, less the lines above.
 */
const withBalanceByValueDate = (account: string, page: Fragment): Fragment => sql.fragment`
  with page as (${page}),
  newest as (select account_id, value_date, position, line from page order by value_date desc, position desc, line desc limit 1)
  select page.position, page.amount, time, page.account_id, page.line, page.value_date, document_id, event_type, document_kind,
    (past.debits - past.credits - later.amount - coalesce(sum(page.amount) over (order by page.value_date desc, page.position desc,
      page.line desc rows between unbounded preceding and 1 preceding), 0))::int8 as balance
  from page cross join newest join read.ledger_accounts account on account.id = newest.account_id
  cross join lateral (${sumsOf(account, {
    lines: sql.fragment`value_date <= newest.value_date`,
    days: sql.fragment`value_date <= newest.value_date`,
  })}) past
  cross join lateral (select coalesce(sum(entry.amount), 0) as amount from read.ledger_entries entry
    where entry.account_id = newest.account_id and entry.value_date = newest.value_date
      and (entry.position, entry.line) > (newest.position, newest.line)) later`;

type Place = { readonly position: bigint; readonly line: number };
const beforeInLog = ({ position, line }: Place) => sql.fragment`(position, line) < (${position}::int8, ${line}::int4)`;
const beforeByValueDate = (ofAccount: Fragment, { position, line }: Place) =>
  sql.fragment`(value_date, position, line) < ((select value_date from read.ledger_entries
    where ${ofAccount} and position = ${position}::int8 and line = ${line}::int4), ${position}::int8, ${line}::int4)`;
