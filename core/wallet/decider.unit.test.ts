import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DocumentRef } from '#core/kernel/event.ts';
import { MAX_MINOR_UNITS, type Money, money } from '#core/kernel/money.ts';
import { accounts, balanced, credit, debit } from '#core/kernel/postings.ts';
import { specificationOf } from '#core/kernel/testing/given-when-then.ts';
import type { WalletCommand } from './commands.ts';
import { walletDecider } from './decider.ts';
import type { WalletEvent } from './events.ts';
import { available } from './state.ts';

const { given } = specificationOf(walletDecider);
const walletId = '00000000-0000-4000-8000-000000000001';
const customerId = '00000000-0000-4000-8000-000000000002';
const id = (n: number) => `00000000-0000-4000-8000-0000000001${String(n).padStart(2, '0')}`;
const usd = (amount: bigint) => money(amount, 'USD');
const eur = (amount: bigint) => money(amount, 'EUR');

const depositDoc = (n: number): DocumentRef => ({ kind: 'deposit', id: id(n), number: `DEP-${n}` });
const orderDoc = (n: number): DocumentRef => ({ kind: 'order', id: id(n), number: `ORD-${n}` });
const payoutDoc = (n: number): DocumentRef => ({ kind: 'withdrawal', id: id(n), number: `WDR-${n}` });

const opened: WalletEvent = { type: 'WalletOpened', data: { walletId, customerId, currency: 'USD' } };
const credited = (n: number, amount: bigint): WalletEvent => ({
  type: 'WalletCredited',
  data: {
    reference: `deposit:${id(n)}`,
    reason: 'deposit',
    amount: usd(amount),
    document: depositDoc(n),
    postings: balanced(debit(accounts.bank('USD'), usd(amount)), credit(accounts.wallet(walletId), usd(amount))),
  },
});
const feeCharged = (n: number, amount: bigint): WalletEvent => ({
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
const paid = (n: number, amount: bigint, fee = 0n): WalletEvent => ({
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
const queued = (n: number, amount: bigint, fee = 0n): WalletEvent => ({
  type: 'WalletPaymentQueued',
  data: { reference: `order:${id(n)}`, amount: usd(amount), conversionFee: usd(fee), document: orderDoc(n) },
});
const cancelled = (n: number): WalletEvent => ({
  type: 'WalletPaymentCancelled',
  data: { reference: `order:${id(n)}` },
});
const refunded = (n: number, amount: bigint, fee = 0n): WalletEvent => ({
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
const held = hold('WalletFundsHeld', accounts.wallet(walletId), accounts.held(walletId));
const captured = hold('WalletHoldCaptured', accounts.held(walletId), accounts.payouts('USD'));
const released = hold('WalletHoldReleased', accounts.held(walletId), accounts.wallet(walletId));
const limited = (limit: bigint): WalletEvent => ({ type: 'WalletCreditLimitSet', data: { limit: usd(limit) } });

const open: WalletCommand = { type: 'OpenWallet', walletId, customerId, currency: 'USD' };
const creditDeposit = (n: number, amount: Money, fee?: { reference: string; amount: Money }): WalletCommand => ({
  type: 'CreditDeposit',
  walletId,
  reference: `deposit:${id(n)}`,
  amount,
  fee: fee ?? null,
  document: depositDoc(n),
});
const fee = (n: number, amount: bigint) => ({ reference: `deposit-fee:${id(n)}`, amount: usd(amount) });
const pay = (n: number, amount: Money, conversionFee = money(0n, amount.currency)): WalletCommand => ({
  type: 'RequestPayment',
  walletId,
  reference: `order:${id(n)}`,
  amount,
  conversionFee,
  document: orderDoc(n),
});
const cancel = (n: number): WalletCommand => ({ type: 'CancelPayment', walletId, reference: `order:${id(n)}` });
const refund = (n: number, refundReference = `refund:${id(n)}`): WalletCommand => ({
  type: 'RefundPayment',
  walletId,
  reference: `order:${id(n)}`,
  refundReference,
});
const holdFunds = (n: number, amount: Money): WalletCommand => ({
  type: 'HoldFunds',
  walletId,
  holdId: id(n),
  amount,
  document: payoutDoc(n),
});
const capture = (n: number): WalletCommand => ({ type: 'CaptureHold', walletId, holdId: id(n) });
const release = (n: number): WalletCommand => ({ type: 'ReleaseHold', walletId, holdId: id(n) });
const setLimit = (limit: Money): WalletCommand => ({ type: 'SetCreditLimit', walletId, limit });

describe('opening a wallet', () => {
  it('opens it once', () => {
    given().when(open).thenEvents(opened);
    given(opened).when(open).thenNothing();
  });
  it('is refused for another customer or currency', () => {
    given(opened)
      .when({ ...open, customerId: walletId })
      .thenRefused('already_exists');
    given(opened)
      .when({ ...open, currency: 'EUR' })
      .thenRefused('already_exists');
  });
  it('comes before everything else', () => {
    for (const command of [
      creditDeposit(1, usd(1n)),
      pay(1, usd(1n)),
      cancel(1),
      refund(1),
      holdFunds(1, usd(1n)),
      capture(1),
      release(1),
      setLimit(usd(1n)),
    ]) {
      given().when(command).thenRefused('not_found');
    }
  });
});

describe('a deposit', () => {
  it('is credited against the bank', () => {
    given(opened)
      .when(creditDeposit(1, usd(1000n)))
      .thenEvents(credited(1, 1000n));
  });
  it('is credited once', () =>
    given(opened, credited(1, 1000n))
      .when(creditDeposit(1, usd(1000n)))
      .thenNothing());
  it('is refused under a used reference with another amount or document', () => {
    given(opened, credited(1, 1000n))
      .when(creditDeposit(1, usd(999n)))
      .thenRefused('reference_reused');
    given(opened, credited(1, 1000n))
      .when({ ...creditDeposit(1, usd(1000n)), document: depositDoc(2) } as WalletCommand)
      .thenRefused('reference_reused');
    given(opened, queued(1, 5n))
      .when({ ...creditDeposit(1, usd(1000n)), reference: `order:${id(1)}` } as WalletCommand)
      .thenRefused('reference_reused');
  });
  it('charges its fee as a debit of its own, before anything else is paid', () => {
    given(opened, queued(5, 990n))
      .when(creditDeposit(1, usd(1000n), fee(1, 20n)))
      .thenEvents(credited(1, 1000n), feeCharged(1, 20n));
    given(opened, queued(5, 980n))
      .when(creditDeposit(1, usd(1000n), fee(1, 20n)))
      .thenEvents(credited(1, 1000n), feeCharged(1, 20n), paid(5, 980n));
  });
  it('charges its fee once, and refuses another one', () => {
    const history = [opened, credited(1, 1000n), feeCharged(1, 20n)];
    given(...history)
      .when(creditDeposit(1, usd(1000n), fee(1, 20n)))
      .thenNothing();
    given(...history)
      .when(creditDeposit(1, usd(1000n), fee(1, 30n)))
      .thenRefused('reference_reused');
    given(opened, credited(1, 1000n))
      .when(creditDeposit(1, usd(1000n), fee(1, 20n)))
      .thenRefused('reference_reused');
    given(...history)
      .when(creditDeposit(2, usd(1000n), fee(1, 20n)))
      .thenRefused('reference_reused');
  });
  it('is refused with a fee that takes it all, or has no reference of its own', () => {
    given(opened)
      .when(creditDeposit(1, usd(20n), fee(1, 20n)))
      .thenRefused('invalid_value');
    given(opened)
      .when(creditDeposit(1, usd(20n), { reference: `deposit:${id(1)}`, amount: usd(1n) }))
      .thenRefused('invalid_value');
    given(opened)
      .when(creditDeposit(1, usd(20n), fee(1, 0n)))
      .thenRefused('invalid_value');
    given(opened)
      .when(creditDeposit(1, usd(20n), { reference: 'f', amount: eur(1n) }))
      .thenRefused('invalid_value');
  });
  it('is refused at or below zero, beyond the range, and in another currency', () => {
    for (const amount of [usd(0n), usd(-1n), usd(MAX_MINOR_UNITS + 1n), eur(10n)]) {
      given(opened).when(creditDeposit(1, amount)).thenRefused('invalid_value');
    }
  });
});

describe('a payment', () => {
  it('is taken at once where it is covered, to the last cent', () => {
    given(opened, credited(1, 500n))
      .when(pay(1, usd(500n)))
      .thenEvents(paid(1, 500n));
  });
  it('books the conversion fee apart from the sale', () => {
    given(opened, credited(1, 500n))
      .when(pay(1, usd(500n), usd(10n)))
      .thenEvents(paid(1, 500n, 10n));
    given(opened, credited(1, 500n))
      .when(pay(1, usd(10n), usd(10n)))
      .thenEvents(paid(1, 10n, 10n));
  });
  it('is queued where it is not covered by a cent', () => {
    given(opened, credited(1, 499n))
      .when(pay(1, usd(500n), usd(3n)))
      .thenEvents(queued(1, 500n, 3n));
  });
  it('may use the credit limit', () => {
    given(opened, limited(500n))
      .when(pay(1, usd(500n)))
      .thenEvents(paid(1, 500n));
    given(opened, limited(500n))
      .when(pay(1, usd(501n)))
      .thenEvents(queued(1, 501n));
  });
  it('may not use held funds', () => {
    given(opened, credited(1, 500n), held(9, 1n))
      .when(pay(1, usd(500n)))
      .thenEvents(queued(1, 500n));
  });
  it('that is covered does not wait for an earlier one that is not', () => {
    given(opened, credited(1, 100n), queued(1, 500n))
      .when(pay(2, usd(50n)))
      .thenEvents(paid(2, 50n));
  });
  it('is taken or queued once', () => {
    given(opened, credited(1, 500n), paid(1, 500n))
      .when(pay(1, usd(500n)))
      .thenNothing();
    given(opened, queued(1, 500n))
      .when(pay(1, usd(500n)))
      .thenNothing();
    given(opened, credited(1, 500n), paid(1, 500n), refunded(1, 500n))
      .when(pay(1, usd(500n)))
      .thenNothing();
  });
  it('is refused under a used reference with other data', () => {
    given(opened, credited(1, 500n), paid(1, 500n))
      .when(pay(1, usd(400n)))
      .thenRefused('reference_reused');
    given(opened, queued(1, 500n))
      .when(pay(1, usd(400n)))
      .thenRefused('reference_reused');
    given(opened, queued(1, 500n))
      .when(pay(1, usd(500n), usd(1n)))
      .thenRefused('reference_reused');
  });
  it('is refused when its reference does not name its document', () => {
    given(opened)
      .when({ ...pay(1, usd(5n)), reference: `order:${id(2)}` } as WalletCommand)
      .thenRefused('invalid_value');
  });
  it('is refused with a fee outside the amount, a wrong currency or amount', () => {
    given(opened)
      .when(pay(1, usd(5n), usd(6n)))
      .thenRefused('invalid_value');
    given(opened)
      .when(pay(1, usd(5n), usd(-1n)))
      .thenRefused('invalid_value');
    given(opened)
      .when(pay(1, usd(5n), eur(1n)))
      .thenRefused('invalid_value');
    given(opened)
      .when(pay(1, eur(5n)))
      .thenRefused('invalid_value');
    given(opened)
      .when(pay(1, usd(0n)))
      .thenRefused('invalid_value');
  });
});

describe('queued payments', () => {
  const waiting = [opened, queued(1, 100n), queued(2, 50n), queued(3, 70n)];
  it('are taken oldest first when a deposit arrives, for as long as the next one is covered', () => {
    given(...waiting)
      .when(creditDeposit(1, usd(160n)))
      .thenEvents(credited(1, 160n), paid(1, 100n), paid(2, 50n));
    given(...waiting)
      .when(creditDeposit(1, usd(99n)))
      .thenEvents(credited(1, 99n));
    given(...waiting)
      .when(creditDeposit(1, usd(220n)))
      .thenEvents(credited(1, 220n), paid(1, 100n), paid(2, 50n), paid(3, 70n));
  });
  it('are taken when a refund, a released hold or a higher limit brings funds', () => {
    given(opened, credited(1, 100n), paid(5, 100n), queued(1, 100n))
      .when(refund(5))
      .thenEvents(refunded(5, 100n), paid(1, 100n));
    given(opened, credited(1, 100n), held(9, 100n), queued(1, 100n))
      .when(release(9))
      .thenEvents(released(9, 100n), paid(1, 100n));
    given(opened, queued(1, 100n))
      .when(setLimit(usd(100n)))
      .thenEvents(limited(100n), paid(1, 100n));
  });
  it('are taken when the one before them is cancelled', () => {
    given(opened, credited(1, 60n), queued(1, 100n), queued(2, 50n))
      .when(cancel(1))
      .thenEvents(cancelled(1), paid(2, 50n));
  });
  it('are not taken twice', () => {
    given(...waiting, credited(1, 100n), paid(1, 100n))
      .when(creditDeposit(2, usd(50n)))
      .thenEvents(credited(2, 50n), paid(2, 50n));
  });
});

describe('cancelling a payment', () => {
  it('takes a queued one out', () => given(opened, queued(1, 5n)).when(cancel(1)).thenEvents(cancelled(1)));
  it('that never arrived keeps it from arriving late', () => {
    given(opened).when(cancel(1)).thenEvents(cancelled(1));
    given(opened, credited(1, 500n), cancelled(1))
      .when(pay(1, usd(5n)))
      .thenNothing();
  });
  it('happens once', () => given(opened, cancelled(1)).when(cancel(1)).thenNothing());
  it('is refused once it was taken, also after its refund', () => {
    given(opened, credited(1, 5n), paid(1, 5n))
      .when(cancel(1))
      .thenRefused('invalid_state', /refunded/);
    given(opened, credited(1, 5n), paid(1, 5n), refunded(1, 5n)).when(cancel(1)).thenRefused('invalid_state');
  });
  it('is refused for a reference of another kind', () => {
    given(opened, credited(1, 5n))
      .when({ type: 'CancelPayment', walletId, reference: `deposit:${id(1)}` })
      .thenRefused('reference_reused');
  });
});

describe('refunding a payment', () => {
  const history = [opened, credited(1, 500n), paid(1, 500n, 10n)];
  it('reverses the sale and the conversion fee', () => {
    given(...history)
      .when(refund(1))
      .thenEvents(refunded(1, 500n, 10n));
  });
  it('happens once', () => {
    given(...history, refunded(1, 500n, 10n))
      .when(refund(1))
      .thenNothing();
    given(...history, refunded(1, 500n, 10n))
      .when(refund(1, 'refund:again'))
      .thenRefused('invalid_state', /already/);
  });
  it('is refused for an unknown, queued or cancelled payment, or a deposit', () => {
    given(opened).when(refund(1)).thenRefused('not_found');
    given(opened, queued(1, 5n)).when(refund(1)).thenRefused('invalid_state');
    given(opened, cancelled(1)).when(refund(1)).thenRefused('invalid_state');
    given(opened, credited(1, 5n))
      .when({ type: 'RefundPayment', walletId, reference: `deposit:${id(1)}`, refundReference: 'r' })
      .thenRefused('invalid_state');
  });
  it('is refused under a reference used for something else', () => {
    given(...history)
      .when(refund(1, `deposit:${id(1)}`))
      .thenRefused('reference_reused');
    given(...history, queued(3, 900n))
      .when(refund(1, `order:${id(3)}`))
      .thenRefused('reference_reused');
    given(opened, credited(1, 500n), paid(1, 100n), paid(2, 100n), refunded(2, 100n))
      .when(refund(1, `refund:${id(2)}`))
      .thenRefused('reference_reused');
  });
});

describe('holding funds', () => {
  it('sets them aside, to the last cent', () => {
    given(opened, credited(1, 500n))
      .when(holdFunds(1, usd(500n)))
      .thenEvents(held(1, 500n));
  });
  it('is refused where the wallet itself does not cover it: credit cannot be paid out', () => {
    given(opened, credited(1, 500n), limited(1000n))
      .when(holdFunds(1, usd(501n)))
      .thenRefused('insufficient_funds', /\$5\.00 .* \$5\.01/);
    given(opened, credited(1, 500n), held(1, 300n))
      .when(holdFunds(2, usd(201n)))
      .thenRefused('insufficient_funds');
    given(opened, limited(100n), paid(1, 50n))
      .when(holdFunds(2, usd(1n)))
      .thenRefused('insufficient_funds', /\$0\.00/);
  });
  it('happens once, also after it was settled', () => {
    const history = [opened, credited(1, 500n), held(1, 300n)];
    given(...history)
      .when(holdFunds(1, usd(300n)))
      .thenNothing();
    given(...history, captured(1, 300n))
      .when(holdFunds(1, usd(300n)))
      .thenNothing();
    given(...history, released(1, 300n))
      .when(holdFunds(1, usd(300n)))
      .thenNothing();
  });
  it('is refused under a used id with other data', () => {
    const history = [opened, credited(1, 500n), held(1, 300n)];
    given(...history)
      .when(holdFunds(1, usd(200n)))
      .thenRefused('reference_reused');
    given(...history, captured(1, 300n))
      .when(holdFunds(1, usd(200n)))
      .thenRefused('reference_reused');
    given(...history)
      .when({ ...holdFunds(1, usd(300n)), document: payoutDoc(2) } as WalletCommand)
      .thenRefused('reference_reused');
  });
  it('is refused at zero and in another currency', () => {
    given(opened)
      .when(holdFunds(1, usd(0n)))
      .thenRefused('invalid_value');
    given(opened)
      .when(holdFunds(1, eur(1n)))
      .thenRefused('invalid_value');
  });
});

describe('settling a hold', () => {
  const history = [opened, credited(1, 500n), held(1, 300n)];
  it('captures it towards the payouts', () =>
    given(...history)
      .when(capture(1))
      .thenEvents(captured(1, 300n)));
  it('releases it back to the wallet', () =>
    given(...history)
      .when(release(1))
      .thenEvents(released(1, 300n)));
  it('happens once', () => {
    given(...history, captured(1, 300n))
      .when(capture(1))
      .thenNothing();
    given(...history, released(1, 300n))
      .when(release(1))
      .thenNothing();
  });
  it('is refused the other way round', () => {
    given(...history, captured(1, 300n))
      .when(release(1))
      .thenRefused('invalid_state', /captured/);
    given(...history, released(1, 300n))
      .when(capture(1))
      .thenRefused('invalid_state', /released/);
  });
  it('is refused for an unknown hold', () => {
    given(...history)
      .when(capture(2))
      .thenRefused('not_found');
    given(...history)
      .when(release(2))
      .thenRefused('not_found');
  });
});

describe('a credit limit', () => {
  it('is set, and setting it again changes nothing', () => {
    given(opened)
      .when(setLimit(usd(500n)))
      .thenEvents(limited(500n));
    given(opened, limited(500n))
      .when(setLimit(usd(500n)))
      .thenNothing();
    given(opened, limited(500n))
      .when(setLimit(usd(0n)))
      .thenEvents(limited(0n));
  });
  it('is refused below what was spent of it', () => {
    given(opened, limited(500n), paid(1, 300n))
      .when(setLimit(usd(299n)))
      .thenRefused('insufficient_funds', /\$3\.00/);
    given(opened, limited(500n), paid(1, 300n))
      .when(setLimit(usd(300n)))
      .thenEvents(limited(300n));
  });
  it('is refused below zero, beyond the range and in another currency', () => {
    given(opened)
      .when(setLimit(usd(-1n)))
      .thenRefused('invalid_value');
    given(opened)
      .when(setLimit(usd(MAX_MINOR_UNITS + 1n)))
      .thenRefused('invalid_value');
    given(opened)
      .when(setLimit(eur(1n)))
      .thenRefused('invalid_value');
  });
});

describe('the state of a wallet', () => {
  it('counts balance, held and available', () => {
    const state = given(
      opened,
      credited(1, 500n),
      limited(100n),
      held(1, 200n),
      paid(1, 50n),
      captured(1, 200n),
    ).state();
    assert.ok(state);
    assert.equal(state.balance, 250n);
    assert.equal(state.held, 0n);
    assert.equal(available(state), 350n);
  });
  it('is not touched by a decision that was not stored', () => {
    const before = given(opened, credited(1, 500n)).state();
    const trial = walletDecider.decide(pay(1, usd(500n)), before);
    trial.reduce(walletDecider.evolve, before);
    assert.deepEqual(walletDecider.decide(pay(1, usd(500n)), before), trial);
  });
});
