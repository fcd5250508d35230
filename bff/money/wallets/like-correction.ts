import { z } from 'zod';
import { conflict } from '#bff/kit/lib/api-error.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { shiftedDay } from '#bff/money/bank/statement-store.ts';
import { CORRECTION_KINDS, CORRECTIONS, type CorrectionKind } from '#core/aggregates/correction/kinds.ts';
import { MAX_DAYS_BESIDE } from '#core/finance/bank/match.ts';
import { formatMoney, type Money } from '#core/kernel/money/money.ts';

/** A correction, by hand or from a line of the bank. */
type Wanted = {
  readonly id: string;
  readonly lineId: string | null;
  readonly kind: CorrectionKind;
  readonly amount: Money;
  readonly valueDate: string;
};
const Like = z.object({ number: z.string().nullable(), day: z.iso.date() });
const MAX_NAMED = 5;
const AT_BANK = CORRECTION_KINDS.filter((kind) => CORRECTIONS[kind].isAtBank);

/**
 * Requires that a person has seen what may be the same money, of this amount and about this day: by hand a line of the bank from which nothing
 * is booked, and any correction; from a line, a correction by hand. @throws ApiError 409 confirm_correction
 */
export async function requireOnlyOne(
  database: Queryable,
  { id, lineId, kind, amount, valueDate }: Wanted,
  { isConfirmed, nothing }: { readonly isConfirmed: boolean; readonly nothing: string },
): Promise<void> {
  if (isConfirmed || !CORRECTIONS[kind].isAtBank) return;
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
  if (like.length === 0) return;
  const said = like.map(({ number, day }) =>
    number === null
      ? `The bank’s line of ${formatMoney(amount)} on ${day} is not booked yet: where it is this one, book it from there, in Bank statements.`
      : `${number} has this amount and is of ${day}.`,
  );
  throw conflict('confirm_correction', `${said.join(' ')} ${nothing}`);
}
