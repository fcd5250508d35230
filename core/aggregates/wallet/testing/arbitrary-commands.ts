import fc from 'fast-check';
import { ALONE } from '#core/aggregates/testing/approval.ts';
import type { WalletCommand } from '#core/aggregates/wallet/commands.ts';
import { walletDecider } from '#core/aggregates/wallet/decider.ts';
import type { WalletEvent } from '#core/aggregates/wallet/events.ts';
import type { WalletState } from '#core/aggregates/wallet/state.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import { money } from '#core/kernel/money/money.ts';

export const walletId = '00000000-0000-4000-8000-000000000001';
export const opened: WalletEvent = {
  type: 'WalletOpened',
  data: { walletId, customerId: '00000000-0000-4000-8000-000000000002', currency: 'USD' },
};
// Few ids and small amounts, so that references collide and funds run out.
const id = fc.integer({ min: 1, max: 6 }).map((n) => `00000000-0000-4000-8000-00000000000${n}`);
const amount = fc.bigInt({ min: -5n, max: 120n }).map((value) => money(value, 'USD'));
const small = fc.bigInt({ min: 0n, max: 9n }).map((value) => money(value, 'USD'));

export const walletCommand: fc.Arbitrary<WalletCommand> = fc.oneof(
  fc.record({ id, amount, fee: fc.option(small) }).map(({ id, amount, fee }) => ({
    type: 'CreditDeposit' as const,
    walletId,
    reference: `deposit:${id}`,
    amount,
    fee: fee && { reference: `deposit-fee:${id}`, amount: fee },
    document: { kind: 'deposit' as const, id, number: 'D' },
  })),
  fc.record({ id, amount, conversionFee: small }).map(({ id, amount, conversionFee }) => ({
    type: 'RequestPayment' as const,
    walletId,
    reference: `order:${id}`,
    amount,
    conversionFee,
    document: { kind: 'order' as const, id, number: 'O' },
  })),
  id.map((id) => ({ type: 'CancelPayment' as const, walletId, reference: `order:${id}` })),
  id.map((id) => ({
    type: 'RefundPayment' as const,
    walletId,
    reference: `order:${id}`,
    refundReference: `refund:${id}`,
  })),
  fc.record({ id, amount }).map(({ id, amount }) => ({
    type: 'HoldFunds' as const,
    walletId,
    holdId: id,
    amount,
    document: { kind: 'withdrawal' as const, id, number: 'W' },
  })),
  id.map((holdId) => ({ type: 'CaptureHold' as const, walletId, holdId })),
  id.map((holdId) => ({ type: 'ReleaseHold' as const, walletId, holdId })),
  amount.map((limit) => ({ type: 'SetCreditLimit' as const, walletId, limit, by: ALONE })),
);

/** The events of the command; none when it is refused. */
export function decide(state: WalletState, next: WalletCommand): WalletEvent[] {
  try {
    return walletDecider.decide(next, state);
  } catch (error) {
    if (isDomainError(error)) return [];
    throw error;
  }
}
