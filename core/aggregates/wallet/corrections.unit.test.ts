import { describe, it } from 'node:test';
import { accounts, balanced, credit, debit } from '#core/kernel/money/postings.ts';
import type { WalletCommand } from './commands.ts';
import type { WalletEvent } from './events.ts';
import {
  credited,
  depositDoc,
  eur,
  given,
  opened,
  paid,
  payoutDoc,
  queued,
  usd,
  walletId,
} from './testing/wallet-story.ts';

const reference = 'correction:1';
const valueDate = '2026-10-31';
const giveBack = (amount = usd(700n)): WalletCommand => ({
  type: 'CreditReturnedPayout',
  walletId,
  reference,
  amount,
  document: payoutDoc(9),
  valueDate,
});
const takeBack = (funds = usd(10_000n)): WalletCommand => ({
  type: 'TakeBackDeposit',
  walletId,
  reference,
  amount: usd(700n),
  funds,
  document: depositDoc(1),
  valueDate,
});
const cameBack = (amount: bigint): WalletEvent => ({
  type: 'WalletCredited',
  data: {
    reference,
    reason: 'payout-returned',
    amount: usd(amount),
    document: payoutDoc(9),
    valueDate,
    postings: balanced(debit(accounts.payouts('USD'), usd(amount)), credit(accounts.wallet(walletId), usd(amount))),
  },
});
const wasTaken = (amount: bigint): WalletEvent => ({
  type: 'WalletDebited',
  data: {
    reference,
    reason: 'deposit-taken-back',
    amount: usd(amount),
    document: depositDoc(1),
    valueDate,
    conversionFee: usd(0n),
    postings: balanced(debit(accounts.wallet(walletId), usd(amount)), credit(accounts.receivables('USD'), usd(amount))),
  },
});

describe('a payout that came back', () => {
  it('is credited once, and pays what waits for funds', () => {
    given(opened).when(giveBack()).thenEvents(cameBack(700n));
    given(opened, cameBack(700n)).when(giveBack()).thenNothing();
    given(opened, queued(1, 600n)).when(giveBack()).thenEvents(cameBack(700n), paid(1, 600n));
    given(opened)
      .when(giveBack(eur(700n)))
      .thenRefused('invalid_value');
    given(opened, wasTaken(5n)).when(giveBack()).thenRefused('reference_reused');
  });
});

describe('a deposit that the bank took back', () => {
  it('is debited once, and never below what is available', () => {
    given(opened, credited(1, 1_000n)).when(takeBack()).thenEvents(wasTaken(700n));
    given(opened, credited(1, 1_000n), wasTaken(700n)).when(takeBack()).thenNothing();
    given(opened, credited(1, 1_000n), paid(2, 600n)).when(takeBack()).thenEvents(wasTaken(400n));
    given(opened, credited(1, 1_000n))
      .when(takeBack(usd(300n)))
      .thenEvents(wasTaken(300n));
  });

  it('that finds no funds is remembered, so a repetition takes nothing of what comes later', () => {
    const nothing: WalletEvent = { type: 'WalletPaymentCancelled', data: { reference } };
    given(opened, credited(1, 1_000n), paid(2, 1_000n)).when(takeBack()).thenEvents(nothing);
    given(opened, nothing, credited(2, 500n)).when(takeBack()).thenNothing();
    given(opened, nothing, credited(2, 500n)).when(giveBack()).thenRefused('reference_reused');
  });
});
