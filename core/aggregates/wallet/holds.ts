import { DomainError } from '#core/kernel/errors.ts';
import { datedBy } from '#core/kernel/log/value-date.ts';
import { accounts, balanced, credit, debit } from '#core/kernel/money/postings.ts';
import type { WalletCommands } from './commands.ts';
import type { WalletEvent } from './events.ts';
import { payable } from './funds.ts';
import { withQueuedPayments } from './payments.ts';
import { insufficient, requireWalletMoney, reused } from './refusals.ts';
import { findApplied, type Hold, holdKey, type OpenWallet } from './state.ts';

/**
 * Sets money of the balance aside, never credit. Throws DomainError: insufficient_funds, reference_reused,
 * invalid_value, currency_mismatch.
 */
export function holdFunds(command: WalletCommands['HoldFunds'], state: OpenWallet): WalletEvent[] {
  const { holdId, amount, document } = command;
  requireWalletMoney(state, amount, 'The amount to hold');
  const known = state.holds.find((hold) => hold.holdId === holdId) ?? findApplied(state, holdKey(holdId));
  if (known) {
    const isSame = 'document' in known && known.amount.amount === amount.amount && known.document.id === document.id;
    if (isSame) return [];
    throw reused(holdId);
  }
  if (payable(state) < amount.amount) throw insufficient(state, amount);
  return [
    {
      type: 'WalletFundsHeld',
      data: {
        holdId,
        amount,
        document,
        postings: balanced(
          debit(accounts.wallet(state.walletId), amount),
          credit(accounts.held(state.walletId), amount),
        ),
      },
    },
  ];
}

/** Pays a hold out. Throws DomainError: not_found, invalid_state. */
export function captureHold({ holdId, valueDate }: WalletCommands['CaptureHold'], state: OpenWallet): WalletEvent[] {
  const hold = activeHold(state, holdId, 'captured');
  if (!hold) return [];
  const { amount, document } = hold;
  const postings = balanced(
    debit(accounts.held(state.walletId), amount),
    credit(accounts.payouts(state.currency), amount),
  );
  return [{ type: 'WalletHoldCaptured', data: { holdId, amount, document, postings, ...datedBy(valueDate) } }];
}

/** @throws DomainError not_found, invalid_state */
export function releaseHold({ holdId }: WalletCommands['ReleaseHold'], state: OpenWallet): WalletEvent[] {
  const hold = activeHold(state, holdId, 'released');
  if (!hold) return [];
  const { amount, document } = hold;
  const postings = balanced(
    debit(accounts.held(state.walletId), amount),
    credit(accounts.wallet(state.walletId), amount),
  );
  return withQueuedPayments(state, [{ type: 'WalletHoldReleased', data: { holdId, amount, document, postings } }]);
}

/** The hold to settle; undefined if it is settled already. */
function activeHold(state: OpenWallet, holdId: string, outcome: 'captured' | 'released'): Hold | undefined {
  const hold = state.holds.find((candidate) => candidate.holdId === holdId);
  if (hold) return hold;
  const settled = findApplied(state, holdKey(holdId));
  if (settled?.kind !== 'hold') throw new DomainError('not_found', 'This wallet knows no such hold.');
  if (settled.outcome === outcome) return undefined;
  throw new DomainError('invalid_state', `This hold was ${settled.outcome} already. Nothing was moved.`);
}
