import { z } from 'zod';
import { conflict } from '#bff/kit/lib/api-error.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { shiftedDay } from '#bff/money/bank/statement-store.ts';
import { CORRECTION_KINDS, CORRECTIONS, type CorrectionKind } from '#core/aggregates/correction/kinds.ts';
import { MAX_DAYS_BESIDE } from '#core/finance/bank/match.ts';
import { formatMoney, type Money, money } from '#core/kernel/money/money.ts';

/** A correction, by hand or from a line of the bank. */
type Wanted = {
  readonly id: string;
  readonly lineId: string | null;
  readonly kind: CorrectionKind;
  readonly amount: Money;
  readonly valueDate: string;
};
const Like = z.object({ number: z.string().nullable(), day: z.iso.date() });
const WrittenOff = z.object({ number: z.string(), amount: z.bigint(), day: z.iso.date() });
const MAX_NAMED = 5;
const AT_BANK = CORRECTION_KINDS.filter((kind) => CORRECTIONS[kind].isAtBank);

/** `nothing`: that nothing was done yet, in words. */
type Asked = { readonly isConfirmed: boolean; readonly nothing: string };

/** Requires that a person has seen what may be the same money, or the same claim. @throws ApiError 409 confirm_correction */
export async function requireOnlyOne(
  database: Queryable,
  wanted: Wanted,
  { isConfirmed, nothing }: Asked,
): Promise<void> {
  if (isConfirmed) return;
  const like = CORRECTIONS[wanted.kind].isAtBank ? sameMoney : sameClaim;
  const said = await like(database, wanted);
  if (said.length > 0) throw conflict('confirm_correction', `${said.join(' ')} ${nothing}`);
}

/**
 * What is of this amount and about this day: by hand a line of the bank from which nothing is booked, and any correction; from a line, a
 * correction by hand.
 */
async function sameMoney(database: Queryable, { id, lineId, amount, valueDate }: Wanted): Promise<readonly string[]> {
  const isNear = sql.fragment`currency = ${amount.currency} and value_date
    between ${shiftedDay(valueDate, -MAX_DAYS_BESIDE)}::date and ${shiftedDay(valueDate, MAX_DAYS_BESIDE)}::date`;
  const like = await database.any(sql.type(Like)`
    select number, to_char(value_date, 'YYYY-MM-DD') as day from (
      select null as number, value_date from app.bank_line line
      where ${lineId === null} and ${isNear} and abs(amount) = abs(${amount.amount}) and amount = ${amount.amount} and doubt is distinct from 'same'
        and not exists (select from read.booked_lines booked where booked.line_id = line.line_id and state <> 'held')
      union all
      select number, value_date from read.corrections
      where ${isNear} and amount = ${amount.amount} and status <> 'rejected' and correction_id <> ${id} and (${lineId === null} or bank_line_id is null)
        and kind = any(${sql.array(AT_BANK, 'text')})) as found
    order by number nulls first, value_date limit ${MAX_NAMED}`);
  return like.map(({ number, day }) =>
    number === null
      ? `The bank’s line of ${formatMoney(amount)} on ${day} is not booked yet: where it is this one, book it from there, in Bank statements.`
      : `${number} has this amount and is of ${day}.`,
  );
}

/** What was written off up to 0.3.0, for no deposit: of which one it is, its reason and paper may say. */
async function sameClaim(database: Queryable, { amount: { currency } }: Wanted): Promise<readonly string[]> {
  const unnamed = await database.any(sql.type(WrittenOff)`
    select number, amount, to_char(value_date, 'YYYY-MM-DD') as day from read.corrections
    where kind = 'write-off' and status = 'booked' and document_id is null and currency = ${currency} order by number limit ${MAX_NAMED}`);
  return unnamed.map(
    ({ number, amount, day }) =>
      `${number} wrote off ${formatMoney(money(amount, currency))} on ${day} for a deposit that it does not name: it may be this one.`,
  );
}
