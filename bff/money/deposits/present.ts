import { minorJson } from '#bff/contract/base/money-json.ts';
import type { Deposit } from '#bff/contract/money/deposit.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { openNote } from '#bff/kit/lib/notes.ts';
import { payToNow } from '#bff/papers/invoices/paid-into.ts';
import { bankRows } from '#bff/papers/invoices/seller.ts';
import type { DepositView } from '#projections/models/deposits.ts';

/** A deposit as its customer sees it: of the administrator's notes it has only the reason of a rejection. */
export async function presentDeposit(
  { notes, settings }: Pick<BffDeps, 'notes' | 'settings'>,
  deposit: DepositView,
): Promise<Deposit> {
  const { account, recalled } =
    deposit.status === 'pending' ? payToNow(settings.now(), deposit) : { account: null, recalled: [] };
  const money = (amount: bigint) => minorJson(amount, deposit.currency);
  const [userNote, adminNote] = await Promise.all([
    openNote(notes, deposit.customerId, deposit.userNote),
    deposit.status === 'rejected' ? openNote(notes, deposit.customerId, deposit.adminNote) : null,
  ]);
  return {
    id: deposit.depositId,
    reference: deposit.number,
    wallet_id: deposit.walletId,
    created_at: deposit.requestedAt.toISOString(),
    updated_at: (deposit.decidedAt ?? deposit.proofUploadedAt ?? deposit.requestedAt).toISOString(),
    status: deposit.status,
    amount: money(deposit.amount),
    approved_amount: deposit.approvedAmount === null ? null : money(deposit.approvedAmount),
    value_date: deposit.status === 'approved' ? deposit.valueDate : null,
    deposit_fees: money(deposit.fee ?? 0n),
    user_notes: userNote,
    has_payment_proof: deposit.hasPaymentProof,
    payment_proof_url: deposit.hasPaymentProof ? `/api/deposits/${deposit.depositId}/payment-proof` : null,
    rejection_reason: adminNote,
    pay_into: account && [...bankRows(account)],
    do_not_pay_into: recalled.map((each) => [...bankRows(each)]),
  };
}
