import type { AdminDeposit, DepositStats } from '#bff/contract/deposit.ts';
import { moneyJson } from '#bff/contract/money-json.ts';
import { presentDeposit } from '#bff/deposits/present.ts';
import { openNote } from '#bff/lib/notes.ts';
import { presentPerson, timeOrNull } from '#bff/lib/present.ts';
import type { NoteCipher } from '#bff/ports/crypto.ts';
import { type Rates, sumInBase } from '#core/kernel/rates.ts';
import type { DepositListItem } from '#projections/deposits/queries.ts';
import type { Breakdown } from '#projections/tally/queries.ts';

/** A deposit as administrators see it: whose it is, with both notes. */
export async function presentAdminDeposit(notes: NoteCipher, row: DepositListItem): Promise<AdminDeposit> {
  const [{ rejection_reason: _, ...deposit }, adminNote] = await Promise.all([
    presentDeposit(notes, row),
    openNote(notes, row.customerId, row.adminNote),
  ]);
  return {
    ...deposit,
    payment_proof_url: row.hasPaymentProof ? `/api/admin/deposits/${row.depositId}/payment-proof` : null,
    user: presentPerson(row),
    admin_notes: adminNote,
    payment_proof_content_type: row.proofContentType,
    decided_at: timeOrNull(row.decidedAt),
  };
}

/** The stat row: counts of all deposits, and their requested amounts in USD. */
export function presentDepositStats(parts: readonly Breakdown[], rates: Rates): DepositStats {
  const count = (status?: string) =>
    parts.reduce((sum, part) => (status === undefined || part.status === status ? sum + Number(part.count) : sum), 0);
  const amounts = parts.flatMap(({ currency, amount }) => (currency === '' ? [] : [{ currency, amount }]));
  return {
    total: count(),
    pending: count('pending'),
    approved: count('approved'),
    rejected: count('rejected'),
    total_value: moneyJson(sumInBase(amounts, rates)),
  };
}
