import { DomainError } from '#core/kernel/errors.ts';
import { datedBy } from '#core/kernel/log/value-date.ts';
import { money } from '#core/kernel/money/money.ts';
import { accounts, balanced, credit, debit } from '#core/kernel/money/postings.ts';
import type { WalletCommands } from './commands.ts';
import type { WalletEvent } from './events.ts';
import { findQueued, withQueuedPayments } from './payments.ts';
import { requireWalletMoney, reused } from './refusals.ts';
import { findApplied, type OpenWallet } from './state.ts';

/** Credits a deposit and debits its fee, each once. Throws DomainError: invalid_value, currency_mismatch, reference_reused. */
export function creditDeposit(command: WalletCommands['CreditDeposit'], state: OpenWallet): WalletEvent[] {
  const { reference, amount, fee, document } = command;
  const dated = datedBy(command.valueDate);
  requireWalletMoney(state, amount, 'The deposit');
  if (fee) {
    requireWalletMoney(state, fee.amount, 'The deposit fee');
    if (fee.amount.amount >= amount.amount) {
      throw new DomainError('invalid_value', 'The fee must be below the deposited amount. Nothing was credited.');
    }
    if (fee.reference === reference) {
      throw new DomainError('invalid_value', 'The fee needs a reference of its own. Nothing was credited.');
    }
  }
  const applied = findApplied(state, reference);
  if (applied) {
    const appliedFee = fee && findApplied(state, fee.reference);
    const isSame =
      applied.kind === 'deposit' &&
      applied.amount === amount.amount &&
      applied.documentId === document.id &&
      (!fee || (appliedFee?.kind === 'deposit-fee' && appliedFee.amount === fee.amount.amount));
    if (isSame) return [];
    throw reused(reference);
  }
  if (findQueued(state, reference)) throw reused(reference);
  if (fee && (findApplied(state, fee.reference) || findQueued(state, fee.reference))) throw reused(fee.reference);

  const credited: WalletEvent = {
    type: 'WalletCredited',
    data: {
      reference,
      reason: 'deposit',
      amount,
      document,
      postings: balanced(debit(accounts.bank(state.currency), amount), credit(accounts.wallet(state.walletId), amount)),
      ...dated,
    },
  };
  if (!fee) return withQueuedPayments(state, [credited]);
  const charged: WalletEvent = {
    type: 'WalletDebited',
    data: {
      reference: fee.reference,
      reason: 'deposit-fee',
      amount: fee.amount,
      conversionFee: money(0n, state.currency),
      document,
      postings: balanced(
        debit(accounts.wallet(state.walletId), fee.amount),
        credit(accounts.depositFees(state.currency), fee.amount),
      ),
      ...dated,
    },
  };
  return withQueuedPayments(state, [credited, charged]);
}
