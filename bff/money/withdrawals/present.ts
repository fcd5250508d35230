import { minorJson } from '#bff/contract/base/money-json.ts';
import type { Withdrawal } from '#bff/contract/money/withdrawal.ts';
import { joinNotes, openNote } from '#bff/kit/lib/notes.ts';
import type { NoteCipher } from '#bff/kit/ports/crypto.ts';
import type { BankDetails } from '#bff/money/payees/bank-snapshots.ts';
import { maskAccount } from '#core/finance/bank/iban.ts';
import type { WithdrawalView } from '#projections/models/withdrawals.ts';
import { splitJointNote } from './rejection-note.ts';

export async function presentWithdrawal(
  notes: NoteCipher,
  withdrawal: WithdrawalView,
  bank: BankDetails | undefined,
): Promise<Withdrawal> {
  const [asked, decided, joint] = await Promise.all([
    openNote(notes, withdrawal.customerId, withdrawal.userNote),
    openNote(notes, withdrawal.customerId, withdrawal.decisionUserNote),
    openNote(notes, withdrawal.customerId, withdrawal.decisionJointNote),
  ]);
  return {
    id: withdrawal.withdrawalId,
    reference: withdrawal.number,
    wallet_id: withdrawal.walletId,
    created_at: withdrawal.requestedAt.toISOString(),
    updated_at: (withdrawal.decidedAt ?? withdrawal.heldAt ?? withdrawal.requestedAt).toISOString(),
    amount: minorJson(withdrawal.amount, withdrawal.currency),
    currency: withdrawal.currency,
    status: withdrawal.status,
    value_date: withdrawal.valueDate,
    user_notes: joinNotes(asked, decided, joint === null ? null : splitJointNote(joint).toCustomer),
    bankName: bank?.bankName ?? null,
    accountNumber: bank ? maskAccount(bank.accountNumber) : null,
    failure_reason: withdrawal.failureReason,
  };
}
