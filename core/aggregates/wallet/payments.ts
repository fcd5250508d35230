import { DomainError } from '#core/kernel/errors.ts';
import { type Money, money, requireSameCurrency } from '#core/kernel/money/money.ts';
import { accounts, balanced, credit, debit, type Posting } from '#core/kernel/money/postings.ts';
import { emptyIndex } from './append-only-index.ts';
import type { WalletCommands } from './commands.ts';
import type { WalletEvent } from './events.ts';
import { applyWalletEvent } from './evolve.ts';
import { available } from './funds.ts';
import { requireWalletMoney, reused } from './refusals.ts';
import { findApplied, type OpenWallet, type QueuedPayment, refundKey, type WalletState } from './state.ts';

/**
 * Takes a payment if funds cover it, otherwise queues it. Throws DomainError: invalid_value, currency_mismatch,
 * reference_reused.
 */
export function requestPayment(command: WalletCommands['RequestPayment'], state: OpenWallet): WalletEvent[] {
  const { reference, amount, conversionFee, document } = command;
  requireWalletMoney(state, amount, 'The payment');
  requireSameCurrency(amount, conversionFee);
  if (conversionFee.amount < 0n || conversionFee.amount > amount.amount) {
    throw new DomainError('invalid_value', 'The conversion fee must lie between zero and the amount.');
  }
  if (reference !== `${document.kind}:${document.id}`) {
    throw new DomainError('invalid_value', 'The reference of a payment must name its document.');
  }
  const payment: QueuedPayment = { reference, amount, conversionFee, document };
  const queued = findQueued(state, reference);
  if (queued) {
    if (isSamePayment(queued, payment)) return [];
    throw reused(reference);
  }
  const applied = findApplied(state, reference);
  // A cancelled payment stays cancelled, even when the request for it arrives after the cancellation.
  if (applied?.kind === 'cancelled') return [];
  if (applied) {
    if (applied.kind === 'payment' && isSamePayment(applied, payment)) return [];
    throw reused(reference);
  }
  if (amount.amount <= available(state)) return [paid(state, payment)];
  return [{ type: 'WalletPaymentQueued', data: { reference, amount, conversionFee, document } }];
}

/** Cancels a payment that was not taken yet. Throws DomainError: invalid_state, reference_reused. */
export function cancelPayment({ reference }: WalletCommands['CancelPayment'], state: OpenWallet): WalletEvent[] {
  const applied = findApplied(state, reference);
  if (applied?.kind === 'cancelled') return [];
  if (applied?.kind === 'payment') {
    throw new DomainError('invalid_state', 'This payment was taken already: it can be refunded, not cancelled.');
  }
  if (applied) throw reused(reference);
  return withQueuedPayments(state, [{ type: 'WalletPaymentCancelled', data: { reference } }]);
}

/** Refunds a payment that was taken, or the part of it that is held, once. Throws DomainError: not_found, invalid_state, invalid_value, reference_reused. */
export function refundPayment(command: WalletCommands['RefundPayment'], state: OpenWallet): WalletEvent[] {
  const { reference, refundReference, undelivered } = command;
  if (findQueued(state, reference)) {
    throw new DomainError('invalid_state', 'This payment was not taken yet: it can be cancelled, not refunded.');
  }
  const payment = findApplied(state, reference);
  if (!payment) throw new DomainError('not_found', 'This wallet knows no such payment. Nothing was refunded.');
  if (payment.kind !== 'payment') {
    throw new DomainError('invalid_state', 'No money was taken under this reference. Nothing was refunded.');
  }
  const refund = findApplied(state, refundReference);
  if (refund) {
    if (refund.kind === 'refund' && refund.documentId === payment.document.id) return [];
    throw reused(refundReference);
  }
  if (findQueued(state, refundReference)) throw reused(refundReference);
  if (findApplied(state, refundKey(payment.document.id))) {
    throw new DomainError('invalid_state', 'This payment was refunded already. Nothing was refunded again.');
  }
  const { document } = payment;
  const amount = undelivered ?? payment.amount;
  if (undelivered) {
    requireWalletMoney(state, undelivered, 'The refund');
    if (undelivered.amount > payment.amount.amount) {
      throw new DomainError('invalid_value', 'More cannot be given back than was paid. Nothing was refunded.');
    }
  }
  return withQueuedPayments(state, [
    {
      type: 'WalletCredited',
      data: {
        reference: refundReference,
        reason: 'refund',
        amount,
        document,
        postings: balanced(
          ...(undelivered ? [debit(accounts.undelivered(state.currency), amount)] : incomeOf(state, payment, debit)),
          credit(accounts.wallet(state.walletId), amount),
        ),
      },
    },
  ]);
}

/** Adds the queued payments, oldest first, as long as the funds left by the events cover the next one. */
export function withQueuedPayments(state: OpenWallet, events: WalletEvent[]): WalletEvent[] {
  if (state.queue.length === 0) return events;
  const all = [...events];
  // A trial run: it must not write into the references that the real state shares.
  const trial: WalletState = { ...state, applied: emptyIndex() };
  let after = all.reduce<WalletState>(applyWalletEvent, trial);
  while (after) {
    const next = after.queue[0];
    if (!next || next.amount.amount > available(after)) break;
    const event = paid(after, next);
    all.push(event);
    after = applyWalletEvent(after, event);
  }
  return all;
}

function paid(state: OpenWallet, payment: QueuedPayment): WalletEvent {
  const { reference, amount, conversionFee, document } = payment;
  return {
    type: 'WalletDebited',
    data: {
      reference,
      reason: 'order',
      amount,
      conversionFee,
      document,
      postings: balanced(debit(accounts.wallet(state.walletId), amount), ...incomeOf(state, payment, credit)),
    },
  };
}

function incomeOf(
  { currency }: OpenWallet,
  { amount, conversionFee }: Pick<QueuedPayment, 'amount' | 'conversionFee'>,
  book: (account: string, amount: Money) => Posting,
): Posting[] {
  return [
    book(accounts.sales(currency), money(amount.amount - conversionFee.amount, amount.currency)),
    book(accounts.conversionFees(currency), conversionFee),
  ];
}

export const findQueued = (state: OpenWallet, reference: string) =>
  state.queue.find((payment) => payment.reference === reference);

function isSamePayment(left: Omit<QueuedPayment, 'reference'>, right: QueuedPayment): boolean {
  return left.amount.amount === right.amount.amount && left.conversionFee.amount === right.conversionFee.amount;
}
