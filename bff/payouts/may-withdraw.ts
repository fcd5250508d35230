import { z } from 'zod';
import { linesBetween } from '#bff/bank/statement-store.ts';
import type { PayoutBatch } from '#bff/contract/admin-payout-routes.ts';
import type { BffDeps } from '#bff/deps.ts';
import type { AdministratorActor } from '#bff/http/actor.ts';
import { conflict } from '#bff/lib/api-error.ts';
import { approverOf } from '#bff/lib/approver.ts';
import { type Queryable, sql } from '#bff/lib/sql.ts';
import { CURRENCY_CODES } from '#core/kernel/currencies.ts';
import { Currency, money } from '#core/kernel/money.ts';

const Made = z.object({ by: z.string(), largest: z.bigint(), currency: Currency });

/**
 * The administrator who made a file may have given it to the bank. Where one of its payouts needs two administrators, another one has to
 * withdraw the file.
 * @throws ApiError 409; 403 step_up_required
 */
export async function requireMayWithdraw(deps: BffDeps, actor: AdministratorActor, batchId: string): Promise<void> {
  const made = await deps.database.maybeOne(sql.type(Made)`
    select created_by as by, max(coalesce(paid.amount, line.amount)) as largest, batch.currency
    from app.payout_batch batch join app.payout_batch_item item using (batch_id)
    left join read.withdrawals paid using (withdrawal_id) left join read.booked_lines line on line.line_id = item.line_id
    where batch_id = ${batchId} group by batch_id`);
  if (made?.by !== actor.administratorId) return;
  const { aloneUpTo } = await approverOf(actor, deps, 'payout', money(made.largest, made.currency));
  if (aloneUpTo === null || made.largest <= aloneUpTo) return;
  throw conflict(
    'second_administrator',
    'You have made this file, and a payout in it takes two administrators: another one has to withdraw it. Nothing was changed.',
  );
}

const Item = z.object({ endToEndId: z.string() });
const LAST_DAY = '9999-12-31';
const lettersOf = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Requires that no line of the bank names one of its transfers, because it would be paid twice. @throws ApiError 409 batch_paid */
export async function requireUnpaid(
  database: Queryable,
  crypto: BffDeps['crypto'],
  { id, reference, created_at: createdAt }: PayoutBatch,
): Promise<void> {
  const [items, lines] = await Promise.all([
    database.any(
      sql.type(Item)`select end_to_end_id as "endToEndId" from app.payout_batch_item where batch_id = ${id}`,
    ),
    linesBetween(
      { database, crypto },
      { currencies: CURRENCY_CODES, first: createdAt.slice(0, 'YYYY-MM-DD'.length), last: LAST_DAY },
    ),
  ]);
  for (const line of lines) {
    if (line.amount.amount > 0n) continue;
    const said = lettersOf(line.reference + line.text);
    const paid = items.find(({ endToEndId }) => said.includes(lettersOf(endToEndId)));
    if (!paid) continue;
    const message = `A statement of the bank shows ${paid.endToEndId} as paid on ${line.valueDate}: the bank has had ${reference}. Nothing was changed.`;
    throw conflict('batch_paid', message);
  }
}
