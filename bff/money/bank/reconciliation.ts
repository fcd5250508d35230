import { z } from 'zod';
import { minorJson } from '#bff/contract/base/money-json.ts';
import type { CurrencyReconciliation, ReconciliationAnswer } from '#bff/contract/money/admin-bank-routes.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { returnReference } from '#core/aggregates/suspense/line-stream.ts';
import { balanceOn, type DaySum } from '#core/finance/bank/balance-on.ts';
import { matchLines } from '#core/finance/bank/match.ts';
import { OPEN_KINDS, OPEN_TITLES, type OpenKind } from '#core/finance/bank/open-kinds.ts';
import { ownAccountOf } from '#core/finance/bank/own-accounts.ts';
import {
  byKind,
  differenceOf,
  findingsOf,
  type OpenItem,
  type Reconciliation,
  reconcile,
  sumOf,
} from '#core/finance/bank/reconciliation.ts';
import { Currency } from '#core/kernel/money/money.ts';
import { nameOf, STATEMENT_COLUMNS, StatementRow } from './kept-statements.ts';
import { DAYS_AROUND, papersBetween, returnsBetween } from './match-statement.ts';
import { ownAccounts } from './own-accounts.ts';
import { linesOfIds, shiftedDay } from './statement-store.ts';

type Deps = Pick<BffDeps, 'database' | 'crypto' | 'rules' | 'settings'>;

/** Open lines or bookings of a kind that are compared with each other; the sum of older ones is one item. */
const MOST_OPEN = 5_000;

/** Items of a kind that an answer lists; all of them count. */
const MOST_LISTED = 100;

/** What is open at the bank by the end of a day, a sentence each. */
export const openPointsOn = async (deps: Deps, at: string): Promise<string[]> =>
  (await reconciliationsOn(deps, at)).flatMap(findingsOf);

export async function showReconciliation(deps: Deps, at: string): Promise<ReconciliationAnswer> {
  const found = await reconciliationsOn(deps, at);
  const listed = found.flatMap(({ items }) => byKind(items).flatMap(([, own]) => own.slice(0, MOST_LISTED)));
  const numbers = await numbersOf(deps.database, listed);
  const currencies = found.map((each) => present(each, numbers));
  return { data: { at, currencies, open_points: found.flatMap(findingsOf) } };
}

/** Numbers of deposits, withdrawals and corrections, by their ids. */
async function numbersOf(database: Queryable, items: readonly OpenItem[]): Promise<ReadonlyMap<string, string>> {
  const ids = sql.array(
    items.flatMap(({ document }) => document?.id ?? []),
    'uuid',
  );
  const rows = await database.any(sql.type(z.object({ id: z.string(), number: z.string() }))`
    select deposit_id as id, number from read.deposits where deposit_id = any(${ids})
    union all select withdrawal_id, number from read.withdrawals where withdrawal_id = any(${ids})
    union all select correction_id, number from read.corrections where correction_id = any(${ids})`);
  return new Map(rows.map(({ id, number }) => [id, number]));
}

function present(of: Reconciliation, numbers: ReadonlyMap<string, string>): CurrencyReconciliation {
  const { currency, accounts, bank, books, items, unexplained, suspense } = of;
  const money = (minor: bigint) => minorJson(minor, currency);
  const orNull = (minor: bigint | null) => (minor === null ? null : money(minor));
  const groups = byKind(items).map(([kind, own]) => ({
    kind,
    title: OPEN_TITLES[kind],
    count: own.length,
    sum: money(sumOf(own)),
    items: own.slice(0, MOST_LISTED).map(({ day, amount, number, statementId = null, document = null }) => {
      const reference = (document && numbers.get(document.id)) ?? number ?? null;
      return { day, amount: money(amount), reference, statement_id: statementId, document };
    }),
  }));
  return {
    currency,
    bank: orNull(bank),
    books: money(books),
    difference: orNull(differenceOf(of)),
    groups,
    unexplained: orNull(unexplained),
    suspense: money(suspense),
    accounts: accounts.map(({ account, isOwn, balance, until }) => ({
      account,
      is_own: isOwn,
      balance: orNull(balance),
      until,
    })),
  };
}

/** Each currency that the bank or the books have, at the end of a day. */
export async function reconciliationsOn(deps: Deps, at: string): Promise<Reconciliation[]> {
  const rows = await deps.database.any(sql.type(z.object({ currency: Currency }))`
    select currency from read.ledger_accounts where account = 'assets:bank:' || currency
    union select currency from app.bank_line order by currency`);
  const found: Reconciliation[] = [];
  for (const { currency } of rows) found.push(await reconciliationOf(deps, currency, at));
  return found;
}

async function reconciliationOf(deps: Deps, currency: Currency, at: string): Promise<Reconciliation> {
  const { database } = deps;
  const own = ownAccounts(deps).filter(({ currencies }) => currencies.includes(currency));
  const named = (account: string) => (account === '' && own[0] && own.length === 1 ? own[0].account : account);
  const [statements, sums, books] = await Promise.all([
    statementsOf(database, currency),
    sumsByDay(database, currency, at),
    booksOn(database, currency, at),
  ]);
  const groups = Map.groupBy(statements, ({ account }) => named(nameOf(account, own)));
  const moved = Map.groupBy(sums, ({ account }) => named(nameOf(account, own)));
  const names = [...new Set([...own.map(({ account }) => account), ...groups.keys(), ...moved.keys()])];
  const accounts = names.map((account) => {
    const days: readonly DaySum[] = moved.get(account) ?? [];
    const on = balanceOn(at, groups.get(account) ?? [], days);
    return { account, isOwn: ownAccountOf(account, own) !== undefined, on };
  });
  const since = accounts.flatMap(({ on }) => on?.since ?? []).sort()[0] ?? null;
  const open = await openItems(deps, { currency, at, since });
  return reconcile({
    currency,
    at,
    books: books.bank,
    suspense: -books.suspense,
    accounts: accounts.map(({ account, isOwn, on }) => ({
      account,
      isOwn,
      balance: on?.balance ?? null,
      until: on === null || on.until === '' ? null : on.until,
    })),
    items: [...open, ...gapsOf(statements, at)],
  });
}

const Balances = StatementRow.extend({
  coversUntil: z.iso.date().nullable(),
  gap: z.bigint().nullable(),
  hasGap: z.boolean(),
});

const statementsOf = (database: Queryable, currency: Currency) =>
  database.any(sql.type(Balances)`
    select ${STATEMENT_COLUMNS}, to_char(covers_until, 'YYYY-MM-DD') as "coversUntil", gap,
      gap is not null or gap_numbers is not null as "hasGap"
    from app.bank_statement where balance_currency = ${currency}`);

const gapsOf = (statements: readonly z.infer<typeof Balances>[], at: string): OpenItem[] =>
  statements.flatMap(({ id, gap, firstDay }) =>
    gap === null || firstDay > at ? [] : [{ kind: 'gap', day: firstDay, amount: gap, statementId: id }],
  );

/** Lines that count by that day: one that is another's counts nowhere, one that is asked about not yet. */
const countedLines = (currency: Currency, at: string) => sql.fragment`
  app.bank_line line where currency = ${currency} and booked_on <= ${at}::date and doubt is distinct from 'same'`;

const sumsByDay = (database: Queryable, currency: Currency, at: string) =>
  database.any(sql.type(z.object({ account: z.string(), statementId: z.string(), day: z.iso.date(), sum: z.bigint() }))`
    select account, statement_id::text as "statementId", to_char(booked_on, 'YYYY-MM-DD') as day, sum
    from (select statement_id, booked_on, sum(amount)::int8 as sum
      from ${countedLines(currency, at)} and doubt is distinct from 'asked' group by statement_id, booked_on) days
    join app.bank_statement using (statement_id)`);

/** By value date: months that were closed keep their balances. */
const booksOn = (database: Queryable, currency: Currency, at: string) =>
  database.one(sql.type(z.object({ bank: z.bigint(), suspense: z.bigint() }))`
    select coalesce(sum(debits - credits) filter (where class = 'assets:bank'), 0)::int8 as bank,
      coalesce(sum(debits - credits) filter (where class = 'liabilities:suspense'), 0)::int8 as suspense
    from read.ledger_days where currency = ${currency} and value_date <= ${at}::date`);

type Asked = {
  readonly currency: Currency;
  readonly at: string;
  /** The first day of the statements; null where none has balances. */
  readonly since: string | null;
};

const LineRow = z.object({
  kind: z.enum(OPEN_KINDS),
  id: z.string(),
  day: z.iso.date(),
  amount: z.bigint(),
  statementId: z.uuid(),
});
const BookingRow = z.object({
  kind: z.enum(OPEN_KINDS),
  id: z.uuid(),
  day: z.iso.date(),
  amount: z.bigint(),
  document: z.enum(['deposit', 'withdrawal', 'suspense', 'correction']),
  /** The line in suspense that it is of. */
  lineId: z.string().nullable(),
});
/** `sum` is that of its kind, with those that are not listed. */
const OpenRow = z.discriminatedUnion('document', [
  LineRow.extend({ document: z.null(), sum: z.bigint() }),
  BookingRow.extend({ sum: z.bigint() }),
]);

/** What of the bank's lines and of the books' bookings has nothing on the other side by that day. */
async function openItems(deps: Deps, asked: Asked): Promise<OpenItem[]> {
  const { database } = deps;
  // In one statement, since each side is compared with the whole of the other.
  const rows = await database.any(sql.type(OpenRow)`${openTables(asked)}
    select kind, id, to_char(day, 'YYYY-MM-DD') as day, amount, sum, document, statement_id as "statementId", line_id as "lineId" from (
      select *, sum(amount) over (partition by kind)::int8 as sum, row_number() over (partition by kind order by day desc, id) as place from (
        select kind, id, day, amount, null as document, statement_id, null as line_id from open_lines
        union all
        select kind, id, day, amount, document, null, line_id from open_bookings) as both_sides) as open
    where place <= ${MOST_OPEN}
    order by open.day desc, id collate "C"`);
  const openLines = rows.filter((row) => row.document === null);
  const openBookings = rows.filter((row) => row.document !== null);
  const pairs = await pairsOf(deps, asked.currency, openLines, openBookings);
  const lineItems = openLines
    .filter(({ id }) => !pairs.has(id))
    .map(({ kind, day, amount, statementId }): OpenItem => ({ kind, day, amount, statementId }));
  const bookingItems = openBookings
    .filter(({ id, kind, document }) => !pairs.has(pairKey(kind, document, id)))
    .map(({ kind, day, amount, document, id, lineId }): OpenItem => {
      const item = { kind, day, amount, document: { kind: document, id } };
      return lineId === null ? item : { ...item, number: returnReference(lineId) };
    });
  return [...lineItems, ...bookingItems, ...olderThan(rows)];
}

/** What the list leaves out, as one item of each kind. */
const olderThan = (listed: readonly z.infer<typeof OpenRow>[]): OpenItem[] =>
  [...Map.groupBy(listed, ({ kind }) => kind).values()].flatMap((own) => {
    const oldest = own.at(-1);
    const amount = own.reduce((rest, each) => rest - each.amount, oldest?.sum ?? 0n);
    return oldest && amount !== 0n
      ? [{ kind: oldest.kind, day: oldest.day, amount, number: 'older ones together' }]
      : [];
  });

/**
 * `open_lines` and `open_bookings`, with what each adds to the bank's balance less that of the books. The bookings of a document that a line was
 * decided with belong to that line: for one in suspense, its own and those of the deposit that it became.
 */
const openTables = ({ currency, at, since }: Asked) => sql.fragment`
  with entries as (
    select document_kind as document, document_id as id, is_return, bank_line_id as held_line_id, sum(amount)::int8 as amount,
      max(value_date) as day
    from read.bank_entries where currency = ${currency} and value_date <= ${at}::date
    group by document_kind, document_id, is_return, bank_line_id),
  booked as (
    select entries.*, coalesce(case when is_return then null else held_line_id end, paying.line_id) as line_id
    from entries left join read.line_documents paying on document = document_kind and document_id = entries.id),
  counted as (select line_id as id, statement_id, booked_on as day, amount, doubt from ${countedLines(currency, at)}),
  open_lines as (
    select counted.id, statement_id, counted.day, counted.amount - coalesce(sum(booked.amount), 0)::int8 as amount,
      case when known.line_id is null and doubt = 'asked' then 'asked' when known.line_id is null then 'undecided'
        when coalesce(sum(booked.amount), 0) = 0 then 'booked-later' else 'other-amount' end as kind
    from counted left join booked on booked.line_id = counted.id left join read.booked_lines known on known.line_id = counted.id
    group by counted.id, statement_id, counted.day, counted.amount, doubt, known.line_id
    having counted.amount <> coalesce(sum(booked.amount), 0)),
  open_bookings as (
    select booked.document, booked.id::text as id, booked.day, -booked.amount as amount, booked.held_line_id as line_id,
      case when booked.line_id is not null then 'line-later' when booked.document = 'deposit' then 'deposit-without-line'
        when booked.document = 'withdrawal' then 'payout-without-line' when booked.document = 'correction' then 'correction-without-line'
        else 'return-without-line' end as kind
    from booked left join counted on counted.id = booked.line_id
    where counted.id is null and booked.amount <> 0 and booked.day >= ${since ?? '0001-01-01'}::date)`;

const pairKey = (kind: OpenKind, document: string, id: string) =>
  kind.endsWith('-without-line') ? `${document} ${id}` : '';

/**
 * The open lines and bookings that are the same movement, though nobody decided the one from the other: a line that surely is, by its number and
 * amount, what was booked by hand.
 */
async function pairsOf(
  deps: Deps,
  currency: Currency,
  lines: readonly z.infer<typeof LineRow>[],
  bookings: readonly z.infer<typeof BookingRow>[],
): Promise<ReadonlySet<string>> {
  const undecided = lines.filter(({ kind }) => kind === 'undecided');
  const [newest, oldest] = [undecided[0], undecided.at(-1)];
  if (!newest || !oldest || bookings.length === 0) return new Set();
  const around = {
    currencies: [currency],
    first: shiftedDay(oldest.day, -DAYS_AROUND),
    last: shiftedDay(newest.day, DAYS_AROUND),
  };
  const [opened, papers, returns] = await Promise.all([
    linesOfIds(
      deps,
      undecided.map(({ id }) => id),
    ),
    papersBetween(deps, around),
    returnsBetween(deps, around.first, around.last),
  ]);
  const open = new Map(bookings.map((each) => [pairKey(each.kind, each.document, each.id), each]));
  return new Set(
    matchLines(opened, [...papers, ...returns]).matches.flatMap(({ line, verdict, paper }) => {
      if (verdict !== 'matched' || !paper?.isBooked) return [];
      const key = `${paper.kind} ${paper.id}`;
      return open.get(key)?.amount === -line.amount.amount ? [line.id, key] : [];
    }),
  );
}
