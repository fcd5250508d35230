import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_MINOR_UNITS } from '#core/kernel/money/money.ts';
import type { WalletCommand } from './commands.ts';
import { walletDecider } from './decider.ts';
import type { WalletEvent } from './events.ts';
import { available } from './funds.ts';
import {
  cancel,
  capture,
  captured,
  creditDeposit,
  credited,
  eur,
  given,
  held,
  holdFunds,
  limited,
  open,
  opened,
  paid,
  pay,
  refund,
  release,
  setLimit,
  usd,
  walletId,
} from './testing/wallet-story.ts';

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
      .when(setLimit(usd(1_000_000_000n)))
      .thenEvents(limited(1_000_000_000n));
    given(opened)
      .when(setLimit(usd(1_000_000_001n)))
      .thenRefused('invalid_value', /at most \$10,000,000\.00/);
    given(opened)
      .when(setLimit(eur(1n)))
      .thenRefused('invalid_value');
  });
});

describe('a credit limit above what one administrator may give', () => {
  const set = (limit: bigint, id: string): WalletCommand => ({
    type: 'SetCreditLimit',
    walletId,
    limit: usd(limit),
    by: { id, aloneUpTo: 100n },
  });
  const reject: WalletCommand = { type: 'RejectCreditLimit', walletId };
  const proposed: WalletEvent = { type: 'WalletCreditLimitProposed', data: { limit: usd(101n), by: 'ann' } };
  const rejected: WalletEvent = { type: 'WalletCreditLimitRejected', data: { limit: usd(101n) } };

  it('waits for a second one, who confirms the same, and does not count before', () => {
    given(opened).when(set(100n, 'ann')).thenEvents(limited(100n));
    given(opened).when(set(101n, 'ann')).thenEvents(proposed);
    assert.equal(given(opened, proposed).state()?.creditLimit, 0n);
    given(opened, proposed)
      .when(set(101n, 'ben'))
      .thenEvents({ type: 'WalletCreditLimitSet', data: { limit: usd(101n), firstApprovedBy: 'ann' } });
  });
  it('is refused to the same one, and with another limit to another one', () => {
    given(opened, proposed)
      .when(set(101n, 'ann'))
      .thenRefused('invalid_state', /A second administrator has to confirm it/);
    given(opened, proposed)
      .when(set(102n, 'ben'))
      .thenRefused('invalid_state', /a credit limit of \$1\.01\. Confirm exactly that, or reject it/);
  });
  it('can be taken back, once', () => {
    given(opened, proposed).when(reject).thenEvents(rejected);
    given(opened, proposed, rejected).when(reject).thenNothing();
    given(opened, proposed, rejected)
      .when(set(101n, 'ben'))
      .thenEvents({ type: 'WalletCreditLimitProposed', data: { limit: usd(101n), by: 'ben' } });
  });
  it('is lowered by one, whatever waits', () => {
    given(opened, limited(500n)).when(set(400n, 'ann')).thenEvents(limited(400n));
    given(opened, limited(50n), proposed).when(set(0n, 'ben')).thenEvents(limited(0n));
    assert.equal(given(opened, limited(50n), proposed, limited(0n)).state()?.proposedLimit, null);
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
