import { ALONE } from '#core/aggregates/testing/approval.ts';
import type { WalletCommand, WalletCommands } from '#core/aggregates/wallet/commands.ts';
import { walletDecider } from '#core/aggregates/wallet/decider.ts';
import type { WalletEvent } from '#core/aggregates/wallet/events.ts';
import type { DocumentRef } from '#core/kernel/log/event.ts';
import { type Money, money } from '#core/kernel/money/money.ts';
import { accounts, balanced, credit, debit } from '#core/kernel/money/postings.ts';
import { specificationOf } from '#core/kernel/testing/given-when-then.ts';

// A wallet in dollars, with its events and commands; small numbers identify their documents.
export const { given } = specificationOf(walletDecider);
export const walletId = '00000000-0000-4000-8000-000000000001';
const customerId = '00000000-0000-4000-8000-000000000002';
export const id = (n: number) => `00000000-0000-4000-8000-0000000001${String(n).padStart(2, '0')}`;
export const usd = (amount: bigint) => money(amount, 'USD');
export const eur = (amount: bigint) => money(amount, 'EUR');

export const depositDoc = (n: number): DocumentRef => ({ kind: 'deposit', id: id(n), number: `DEP-${n}` });
const orderDoc = (n: number): DocumentRef => ({ kind: 'order', id: id(n), number: `ORD-${n}` });
export const payoutDoc = (n: number): DocumentRef => ({ kind: 'withdrawal', id: id(n), number: `WDR-${n}` });

export const opened: WalletEvent = { type: 'WalletOpened', data: { walletId, customerId, currency: 'USD' } };
export const credited = (n: number, amount: bigint): WalletEvent => ({
  type: 'WalletCredited',
  data: {
    reference: `deposit:${id(n)}`,
    reason: 'deposit',
    amount: usd(amount),
    document: depositDoc(n),
    postings: balanced(debit(accounts.bank('USD'), usd(amount)), credit(accounts.wallet(walletId), usd(amount))),
  },
});
export const feeCharged = (n: number, amount: bigint): WalletEvent => ({
  type: 'WalletDebited',
  data: {
    reference: `deposit-fee:${id(n)}`,
    reason: 'deposit-fee',
    amount: usd(amount),
    conversionFee: usd(0n),
    document: depositDoc(n),
    postings: balanced(debit(accounts.wallet(walletId), usd(amount)), credit(accounts.depositFees('USD'), usd(amount))),
  },
});
export const paid = (n: number, amount: bigint, fee = 0n): WalletEvent => ({
  type: 'WalletDebited',
  data: {
    reference: `order:${id(n)}`,
    reason: 'order',
    amount: usd(amount),
    conversionFee: usd(fee),
    document: orderDoc(n),
    postings: balanced(
      debit(accounts.wallet(walletId), usd(amount)),
      credit(accounts.sales('USD'), usd(amount - fee)),
      credit(accounts.conversionFees('USD'), usd(fee)),
    ),
  },
});
export const queued = (n: number, amount: bigint, fee = 0n): WalletEvent => ({
  type: 'WalletPaymentQueued',
  data: { reference: `order:${id(n)}`, amount: usd(amount), conversionFee: usd(fee), document: orderDoc(n) },
});
export const cancelled = (n: number): WalletEvent => ({
  type: 'WalletPaymentCancelled',
  data: { reference: `order:${id(n)}` },
});
export const refunded = (n: number, amount: bigint, fee = 0n): WalletEvent => ({
  type: 'WalletCredited',
  data: {
    reference: `refund:${id(n)}`,
    reason: 'refund',
    amount: usd(amount),
    document: orderDoc(n),
    postings: balanced(
      debit(accounts.sales('USD'), usd(amount - fee)),
      debit(accounts.conversionFees('USD'), usd(fee)),
      credit(accounts.wallet(walletId), usd(amount)),
    ),
  },
});
const hold =
  (type: 'WalletFundsHeld' | 'WalletHoldCaptured' | 'WalletHoldReleased', from: string, to: string) =>
  (n: number, amount: bigint): WalletEvent => ({
    type,
    data: {
      holdId: id(n),
      amount: usd(amount),
      document: payoutDoc(n),
      postings: balanced(debit(from, usd(amount)), credit(to, usd(amount))),
    },
  });
export const held = hold('WalletFundsHeld', accounts.wallet(walletId), accounts.held(walletId));
export const captured = hold('WalletHoldCaptured', accounts.held(walletId), accounts.payouts('USD'));
export const released = hold('WalletHoldReleased', accounts.held(walletId), accounts.wallet(walletId));
export const limited = (limit: bigint): WalletEvent => ({ type: 'WalletCreditLimitSet', data: { limit: usd(limit) } });

export const open: WalletCommands['OpenWallet'] = { type: 'OpenWallet', walletId, customerId, currency: 'USD' };
export const creditDeposit = (n: number, amount: Money, fee?: { reference: string; amount: Money }): WalletCommand => ({
  type: 'CreditDeposit',
  walletId,
  reference: `deposit:${id(n)}`,
  amount,
  fee: fee ?? null,
  document: depositDoc(n),
});
export const fee = (n: number, amount: bigint) => ({ reference: `deposit-fee:${id(n)}`, amount: usd(amount) });
export const pay = (n: number, amount: Money, conversionFee = money(0n, amount.currency)): WalletCommand => ({
  type: 'RequestPayment',
  walletId,
  reference: `order:${id(n)}`,
  amount,
  conversionFee,
  document: orderDoc(n),
});
export const cancel = (n: number): WalletCommand => ({ type: 'CancelPayment', walletId, reference: `order:${id(n)}` });
export const refund = (n: number, refundReference = `refund:${id(n)}`): WalletCommand => ({
  type: 'RefundPayment',
  walletId,
  reference: `order:${id(n)}`,
  refundReference,
});
export const holdFunds = (n: number, amount: Money): WalletCommand => ({
  type: 'HoldFunds',
  walletId,
  holdId: id(n),
  amount,
  document: payoutDoc(n),
});
export const capture = (n: number): WalletCommand => ({ type: 'CaptureHold', walletId, holdId: id(n) });
export const release = (n: number): WalletCommand => ({ type: 'ReleaseHold', walletId, holdId: id(n) });
export const setLimit = (limit: Money): WalletCommand => ({
  type: 'SetCreditLimit',
  walletId,
  limit,
  by: ALONE,
});
