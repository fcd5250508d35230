import { describe, it } from 'node:test';
import type { WalletCommand } from './commands.ts';
import {
  capture,
  captured,
  credited,
  eur,
  given,
  held,
  holdFunds,
  limited,
  opened,
  paid,
  payoutDoc,
  release,
  released,
  usd,
} from './testing/wallet-story.ts';

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
