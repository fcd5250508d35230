import { describe, it } from 'node:test';
import { MAX_MINOR_UNITS } from '#core/kernel/money/money.ts';
import type { WalletCommand } from './commands.ts';
import {
  creditDeposit,
  credited,
  depositDoc,
  eur,
  fee,
  feeCharged,
  given,
  id,
  opened,
  paid,
  queued,
  usd,
} from './testing/wallet-story.ts';

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
