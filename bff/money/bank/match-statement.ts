import { z } from 'zod';
import type { BankStatement } from '#bff/contract/money/admin-bank-routes.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { findBankingDetails } from '#bff/money/payees/banking-store.ts';
import { CORRECTION_KINDS, CORRECTIONS } from '#core/aggregates/correction/kinds.ts';
import { returnReference, suspenseIdOf } from '#core/aggregates/suspense/line-stream.ts';
import { type Match, type Matching, matchLines, type Paper } from '#core/finance/bank/match.ts';
import type { StatementLine } from '#core/finance/bank/statements/statement.ts';
import { Currency, formatMoney, isSame, type Money, money } from '#core/kernel/money/money.ts';
import { type BookedLine, bookedAmong } from '#projections/models/booked-lines.ts';
import {
  type Around,
  currenciesOf,
  type KeptLine,
  linesBetween,
  linesOfIds,
  openDetails,
  shiftedDay,
} from './statement-store.ts';

type Deps = Pick<BffDeps, 'database' | 'crypto'>;

/** Transfers arrive up to this many days after they were requested, so lines and papers around a statement count as well. */
export const DAYS_AROUND = 70;

const Row = z.object({
  kind: z.enum(['deposit', 'withdrawal', 'correction']),
  isIn: z.boolean(),
  id: z.uuid(),
  number: z.string(),
  amount: z.bigint(),
  currency: Currency,
  isBooked: z.boolean(),
  isRejected: z.boolean(),
  day: z.iso.date(),
  /** Null for a correction. */
  customerId: z.uuid().nullable(),
  lineId: z.string().nullable(),
  names: z.array(z.string().nullable()),
});

/** A line that may be, or is, one that was imported before, with those. */
export type Doubt = { readonly line: KeptLine; readonly beside: readonly KeptLine[] };

/** Matches each line of a statement, with regard to all lines around it, and lists what is missing in its days. */
export async function matchStatement(
  deps: Deps,
  statement: BankStatement,
): Promise<Matching & { readonly states: ReadonlyMap<string, BookedLine>; readonly doubts: readonly Doubt[] }> {
  const [first, last] = [shiftedDay(statement.first_day, -DAYS_AROUND), shiftedDay(statement.last_day, DAYS_AROUND)];
  const around = { currencies: await currenciesOf(deps, statement.id), first, last, own: statement.id };
  const [all, papers, returns] = await Promise.all([
    linesBetween(deps, around),
    papersBetween(deps, around),
    returnsBetween(deps, first, last),
  ]);
  // A line that may be another one is matched with nothing before a person said which it is; one that is another counts nowhere.
  const isDoubted = ({ doubt }: KeptLine) => doubt === 'asked' || doubt === 'same';
  const lines = all.filter((line) => !isDoubted(line));
  const doubted = all.filter((line) => line.statementId === statement.id && isDoubted(line));
  const others = await linesOfIds(
    deps,
    doubted.flatMap(({ beside }) => beside),
  );
  const byId = new Map(others.map((line) => [line.id, line]));
  const doubts = doubted.map((line) => ({ line, beside: line.beside.flatMap((id) => byId.get(id) ?? []) }));
  const own = lines.filter(({ statementId }) => statementId === statement.id);
  const booked = await bookedAmong(
    deps.database,
    lines.map(({ id }) => id),
  );
  const states = new Map(booked.map((each) => [each.lineId, each]));
  // A line that went back pays nothing. The transfer that returned it is another line.
  const { matches, missing } = matchLines(
    lines.filter(({ id }) => states.get(id)?.state !== 'returned'),
    [...papers, ...returns],
  );
  const returned = own.flatMap((line) => {
    const booked = states.get(line.id);
    return booked?.state === 'returned' ? [returnedMatch(line, money(booked.amount, booked.currency))] : [];
  });
  const ids = new Set(own.map(({ id }) => id));
  return {
    states,
    doubts,
    matches: [...matches, ...returned].filter(({ line }) => ids.has(line.id)),
    missing: missing.filter(({ day }) => day >= statement.first_day && day <= statement.last_day),
  };
}

const returnedMatch = (line: StatementLine, returned: Money): Match => ({
  line,
  verdict: 'unknown',
  certainty: null,
  paper: null,
  reason: isSame(returned, line.amount)
    ? 'It went back to its sender.'
    : `${formatMoney(returned)} of it went back to its sender. The rest was credited to deposits.`,
});

/**
 * Deposits, payouts and corrections of those days that wait or were booked, and payouts that were rejected. A day is that of the value date, else of the
 * decision, else of the request (UTC): each has its own index, so that older ones are not read.
 */
export function papersQuery({ currencies, first, last }: Around) {
  const from = sql.fragment`${first}::timestamp at time zone 'UTC'`;
  const until = sql.fragment`(${last}::date + 1)::timestamp at time zone 'UTC'`;
  const ofDays = sql.fragment`(value_date between ${first}::date and ${last}::date
    or value_date is null and decided_at is not null and decided_at >= ${from} and decided_at < ${until}
    or status = 'pending' and value_date is null and decided_at is null and requested_at >= ${from} and requested_at < ${until})`;
  const day = sql.fragment`coalesce(value_date, (coalesce(decided_at, requested_at) at time zone 'UTC')::date) as day`;
  return sql.fragment`
    select kind, is_in as "isIn", id, number, request.amount, request.currency, is_booked as "isBooked",
      is_rejected as "isRejected", to_char(day, 'YYYY-MM-DD') as day,
      request.customer_id as "customerId", array[account.name, company.company_name] as names, line_id as "lineId"
    from (
      select 'deposit' as kind, true as is_in, deposit_id as id, number, coalesce(approved_amount, amount) as amount, currency, customer_id,
        status = 'approved' as is_booked, false as is_rejected, ${day}
      from read.deposits where status in ('pending', 'approved') and ${ofDays}
      union all
      select 'withdrawal', false, withdrawal_id, number, amount, currency, customer_id,
        status = 'completed', status = 'rejected', ${day}
      from read.withdrawals where status in ('pending', 'completed', 'rejected') and ${ofDays}
      union all
      select 'correction', amount > 0, correction_id, number, abs(amount), currency, null, status = 'booked', false, value_date
      from read.corrections where kind = any(${sql.array(AT_BANK, 'text')})
        and (status = 'booked' or status = 'proposed' and bank_line_id is null) and value_date between ${first}::date and ${last}::date
    ) as request
    left join read.line_documents on document_kind = kind and document_id = id
    left join app.account on account.customer_id = request.customer_id
    left join app.company on company.customer_id = request.customer_id
    where request.currency = any(${sql.array(currencies, 'text')})`;
}

const AT_BANK = CORRECTION_KINDS.filter((kind) => CORRECTIONS[kind].isAtBank);

/** They, with the names and accounts of their customers. */
export async function papersBetween(deps: Deps, around: Around): Promise<Paper[]> {
  const rows = await deps.database.any(sql.type(Row)`${papersQuery(around)}`);
  const waiting = new Set(
    rows.flatMap(({ isBooked, isRejected, customerId }) =>
      isBooked || isRejected || customerId === null ? [] : [customerId],
    ),
  );
  const banking = await findBankingDetails(deps, [...waiting]);
  return rows.map(({ amount, currency, names, customerId, ...paper }) => {
    const bank = customerId === null ? undefined : banking.get(customerId);
    const known = [...names, bank?.account_beneficiary_name ?? null];
    return {
      ...paper,
      amount: { amount, currency },
      names: known.filter((name): name is string => name !== null && name !== ''),
      ibans: bank ? [bank.account_iban.replace(/\s/g, '').toUpperCase()] : [],
    };
  });
}

const Returned = z.object({
  id: z.string(),
  amount: z.bigint(),
  currency: Currency,
  day: z.iso.date(),
  isBooked: z.boolean(),
  sealed: z.instanceof(Buffer),
});

/** Returns to senders that were made on those days or wait in a file for the bank: the bank shows a transfer of each. */
export async function returnsBetween({ database, crypto }: Deps, first: string, last: string): Promise<Paper[]> {
  const rows = await database.any(sql.type(Returned)`
    select * from (
      select booked.line_id as id, booked.amount, booked.currency, state = 'returned' as "isBooked", details_sealed as sealed,
        to_char(coalesce(returned_on, (batch.created_at at time zone 'UTC')::date), 'YYYY-MM-DD') as day
      from read.booked_lines booked join app.bank_line line on line.line_id = booked.line_id
      left join app.payout_batch_item item on item.line_id = booked.line_id and item.is_open
      left join app.payout_batch batch using (batch_id)
      where state = 'returned' or state = 'held' and item.is_open) as back
    where day between ${first} and ${last}`);
  return rows.map(({ amount, currency, day, isBooked, ...line }) => {
    const { name, iban } = openDetails(crypto, line);
    return {
      kind: 'suspense',
      id: suspenseIdOf(line.id),
      number: returnReference(line.id),
      amount: { amount, currency },
      returns: line.id,
      isBooked,
      day,
      names: name === '' ? [] : [name],
      ibans: iban === '' ? [] : [iban],
      lineId: null,
    } as const;
  });
}
