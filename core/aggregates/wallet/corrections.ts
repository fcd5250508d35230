import { datedBy } from '#core/kernel/log/value-date.ts';
import { money } from '#core/kernel/money/money.ts';
import { accounts, balanced, credit, debit } from '#core/kernel/money/postings.ts';
import type { WalletCommands } from './commands.ts';
import type { WalletEvent } from './events.ts';
import { available } from './funds.ts';
import { findQueued, withQueuedPayments } from './payments.ts';
import { requireWalletMoney, reused } from './refusals.ts';
import { findApplied, type OpenWallet } from './state.ts';

type Command = WalletCommands['CreditReturnedPayout' | 'TakeBackDeposit'];

/** Whether it was applied before. @throws DomainError reference_reused */
function isApplied(
  { reference, document }: Command,
  kind: 'payout-returned' | 'deposit-taken-back',
  state: OpenWallet,
) {
  const applied = findApplied(state, reference);
  if (applied?.kind === kind && applied.documentId === document.id) return true;
  if (applied || findQueued(state, reference)) throw reused(reference);
  return false;
}

/** Credits a payout that came back, once. @throws DomainError invalid_value, reference_reused */
export function creditReturnedPayout(
  command: WalletCommands['CreditReturnedPayout'],
  state: OpenWallet,
): WalletEvent[] {
  const { reference, amount, document, valueDate } = command;
  requireWalletMoney(state, amount, 'The payout');
  if (isApplied(command, 'payout-returned', state)) return [];
  const postings = balanced(
    debit(accounts.payouts(state.currency), amount),
    credit(accounts.wallet(state.walletId), amount),
  );
  const data = { reference, reason: 'payout-returned' as const, amount, document, postings, ...datedBy(valueDate) };
  return withQueuedPayments(state, [{ type: 'WalletCredited', data }]);
}

/**
 * Debits a deposit that the bank took back, once, as far as the available funds go: they never fall below zero. The rest stays a
 * receivable. Later funds are not taken, and that there was nothing to take is stored too. @throws DomainError invalid_value, reference_reused
 */
export function takeBackDeposit(command: WalletCommands['TakeBackDeposit'], state: OpenWallet): WalletEvent[] {
  const { reference, document, valueDate } = command;
  requireWalletMoney(state, command.amount, 'The deposit');
  if (findApplied(state, reference)?.kind === 'cancelled' || isApplied(command, 'deposit-taken-back', state)) return [];
  const least = [command.amount.amount, command.funds.amount, available(state)].reduce((a, b) => (a < b ? a : b));
  const amount = money(least, state.currency);
  if (amount.amount <= 0n) return [{ type: 'WalletPaymentCancelled', data: { reference } }];
  const postings = balanced(
    debit(accounts.wallet(state.walletId), amount),
    credit(accounts.receivables(state.currency), amount),
  );
  const conversionFee = money(0n, state.currency);
  return [
    {
      type: 'WalletDebited',
      data: {
        reference,
        reason: 'deposit-taken-back',
        amount,
        conversionFee,
        document,
        postings,
        ...datedBy(valueDate),
      },
    },
  ];
}
