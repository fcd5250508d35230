import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { isBalanced, type Posting } from '#core/kernel/money/postings.ts';
import { SEED } from '#core/kernel/testing/seed.ts';
import { walletDecider } from './decider.ts';
import type { WalletEvent } from './events.ts';
import { available } from './funds.ts';
import { decide, opened, walletCommand, walletId } from './testing/arbitrary-commands.ts';

const postingsOf = (event: WalletEvent): readonly Posting[] => ('postings' in event.data ? event.data.postings : []);

it('whatever is asked of a wallet, nothing is spent that is not there, and the books balance', () => {
  fc.assert(
    fc.property(fc.array(walletCommand, { maxLength: 60 }), (commands) => {
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
        // An accepted command changes nothing when it is repeated.
        if (events.length > 0) assert.deepEqual(decide(state, next), []);
      }
      assert.equal(
        [...ledger.values()].reduce((sum, value) => sum + value, 0n),
        0n,
      );
    }),
    { numRuns: 400, seed: SEED },
  );
});
