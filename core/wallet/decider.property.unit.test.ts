import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { isDomainError } from '#core/kernel/errors.ts';
import { money } from '#core/kernel/money.ts';
import { isBalanced, type Posting } from '#core/kernel/postings.ts';
import type { WalletCommand } from './commands.ts';
import { walletDecider } from './decider.ts';
import type { WalletEvent } from './events.ts';
import { available, type WalletState } from './state.ts';

const walletId = '00000000-0000-4000-8000-000000000001';
const opened: WalletEvent = {
  type: 'WalletOpened',
  data: { walletId, customerId: '00000000-0000-4000-8000-000000000002', currency: 'USD' },
};
// Few ids and small amounts, so that references collide and funds run out.
const id = fc.integer({ min: 1, max: 6 }).map((n) => `00000000-0000-4000-8000-00000000000${n}`);
const amount = fc.bigInt({ min: -5n, max: 120n }).map((value) => money(value, 'USD'));
const small = fc.bigInt({ min: 0n, max: 9n }).map((value) => money(value, 'USD'));

const command: fc.Arbitrary<WalletCommand> = fc.oneof(
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
  amount.map((limit) => ({ type: 'SetCreditLimit' as const, walletId, limit })),
);

function decide(state: WalletState, next: WalletCommand): WalletEvent[] {
  try {
    return walletDecider.decide(next, state);
  } catch (error) {
    if (isDomainError(error)) return [];
    throw error;
  }
}

const postingsOf = (event: WalletEvent): readonly Posting[] => ('postings' in event.data ? event.data.postings : []);

it('whatever is asked of a wallet, nothing is spent that is not there, and the books balance', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      let state = walletDecider.evolve(walletDecider.initialState, opened);
      const ledger = new Map<string, bigint>();
      for (const next of commands) {
        const events = decide(state, next);
        for (const event of events) {
          assert.ok(isBalanced(postingsOf(event)));
          for (const { account, amount } of postingsOf(event)) {
            ledger.set(account, (ledger.get(account) ?? 0n) + amount.amount);
          }
          state = walletDecider.evolve(state, event);
        }
        assert.ok(state);
        assert.ok(available(state) >= 0n, `available fell to ${available(state)} after ${next.type}`);
        assert.ok(state.held >= 0n);
        const own = ledger.get(`liabilities:wallet:${walletId}`) ?? 0n;
        const held = ledger.get(`liabilities:held:${walletId}`) ?? 0n;
        assert.equal(state.balance, -(own + held));
        assert.equal(state.held, -held);
        const first = state.queue[0];
        assert.ok(!first || first.amount.amount > available(state), 'a covered payment was left waiting');
        // Whatever was accepted changes nothing when it comes again.
        if (events.length > 0) assert.deepEqual(decide(state, next), []);
      }
      assert.equal(
        [...ledger.values()].reduce((sum, value) => sum + value, 0n),
        0n,
      );
    }),
    { numRuns: 400 },
  );
});
