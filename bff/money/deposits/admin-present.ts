import { moneyJson } from '#bff/contract/base/money-json.ts';
import type { AdminDeposit, DepositStats } from '#bff/contract/money/deposit.ts';
import { aloneUpTo } from '#bff/kit/approvals/decided-alone.ts';
import { presentApprovals, updatedWithFirst } from '#bff/kit/approvals/present.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { joinNotes, openNote } from '#bff/kit/lib/notes.ts';
import { presentPerson, timeOrNull } from '#bff/kit/lib/present.ts';
import { presentDeposit } from '#bff/money/deposits/present.ts';
import { SHOWN_DEPOSITS } from '#core/aggregates/states.ts';
import { type Rates, sumInBase } from '#core/kernel/money/rates.ts';
import type { Breakdown } from '#projections/lists/tally.ts';
import type { DepositListItem } from '#projections/models/deposits.ts';

/** A deposit as administrators see it: with its customer, all notes and who approved it. `left`: {@link leftAlone} */
export async function presentAdminDeposit(
  { notes, rules, settings }: Pick<BffDeps, 'notes' | 'rules' | 'settings'>,
  row: DepositListItem,
  rates: Rates,
  left: ReadonlyMap<string, bigint>,
): Promise<AdminDeposit> {
  const [{ rejection_reason: _, pay_into: __, ...deposit }, firstNote, adminNote] = await Promise.all([
    presentDeposit({ notes, settings }, row),
    openNote(notes, row.customerId, row.firstNote),
    openNote(notes, row.customerId, row.adminNote),
  ]);
  return {
    ...deposit,
    payment_proof_url: row.hasPaymentProof ? `/api/admin/deposits/${row.depositId}/payment-proof` : null,
    value_date: row.valueDate,
    updated_at: updatedWithFirst(deposit.updated_at, row),
    user: presentPerson(row),
    admin_notes: joinNotes(firstNote, adminNote),
    payment_proof_id: row.proofFileId,
    fee_percent: rules().depositFeePercent,
    payment_proof_content_type: row.proofContentType,
    decided_at: timeOrNull(row.decidedAt),
    approvals: presentApprovals(row, { first: row.firstAmount, last: row.approvedAmount }),
    awaits_second_approval: row.awaitsSecond,
    second_approval_above: aloneUpTo(rules(), 'deposit', row, rates, left),
  };
}

type Status = (typeof SHOWN_DEPOSITS)[number];

/** The row of figures: counts of all deposits, and their requested amounts in USD. */
export function presentDepositStats(parts: readonly Breakdown[], rates: Rates): DepositStats {
  const count = (counted: readonly Breakdown[]) => counted.reduce((sum, part) => sum + Number(part.count), 0);
  const ofStatus = (status: Status) => [status, count(parts.filter((part) => part.status === status))] as const;
  const amounts = parts.flatMap(({ currency, amount }) => (currency === '' ? [] : [{ currency, amount }]));
  return {
    total: count(parts),
    ...(Object.fromEntries(SHOWN_DEPOSITS.map(ofStatus)) as Record<Status, number>),
    total_value: moneyJson(sumInBase(amounts, rates)),
  };
}
