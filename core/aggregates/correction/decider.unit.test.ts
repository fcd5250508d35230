import { describe, it } from 'node:test';
import { money } from '#core/kernel/money/money.ts';
import { accounts, balanced, credit, debit } from '#core/kernel/money/postings.ts';
import { specificationOf } from '#core/kernel/testing/given-when-then.ts';
import type { CorrectionCommand } from './commands.ts';
import { correctionDecider } from './decider.ts';
import type { CorrectionEvent } from './events.ts';

const { given } = specificationOf(correctionDecider);
const correctionId = 'c0000000-0000-4000-8000-000000000001';
const deposit = { kind: 'deposit', id: 'd0000000-0000-4000-8000-000000000001', number: 'DEP-000042' } as const;
const payout = { kind: 'withdrawal', id: 'b0000000-0000-4000-8000-000000000001', number: 'WDR-000007' } as const;
const walletId = 'a0000000-0000-4000-8000-000000000001';
const eur = (amount: bigint) => money(amount, 'EUR');

const charge: Extract<CorrectionCommand, { type: 'ProposeCorrection' }> = {
  type: 'ProposeCorrection',
  correctionId,
  number: 'COR-000001',
  kind: 'bank-charge',
  amount: eur(-1_200n),
  reason: 'Account fee of October',
  bankLineId: 'a'.repeat(64),
  valueDate: '2026-10-31',
  by: 'ada',
};
const { type: _, by: proposedBy, ...what } = charge;
const proposed: CorrectionEvent = { type: 'CorrectionProposed', data: { ...what, by: proposedBy } };
const confirm = (by: string, amount = charge.amount, valueDate = charge.valueDate): CorrectionCommand => ({
  type: 'ConfirmCorrection',
  correctionId,
  by,
  number: charge.number,
  amount,
  valueDate,
});
const booked = (of: typeof charge, ...postings: Parameters<typeof balanced>): CorrectionEvent => {
  const { type: __, by, ...rest } = of;
  return { type: 'CorrectionBooked', data: { ...rest, firstApprovedBy: by, postings: balanced(...postings) } };
};
const chargeBooked = booked(
  charge,
  debit(accounts.bankCharges('EUR'), eur(1_200n)),
  credit(accounts.bank('EUR'), eur(1_200n)),
);

describe('a correction', () => {
  it('is proposed once, and books nothing yet', () => {
    given().when(charge).thenEvents(proposed);
    given(proposed)
      .when({ ...charge, number: 'COR-000002' })
      .thenNothing();
    given(proposed)
      .when({ ...charge, by: 'ben' })
      .thenRefused('invalid_state', /waits for its second administrator/);
    given(proposed)
      .when({ ...charge, amount: eur(-1_300n) })
      .thenRefused('invalid_state');
  });

  it('is booked by nobody who was brought in by who proposed it, nor after they lost the right to', () => {
    given(proposed)
      .when({ ...confirm('ben'), tied: ['ada'] } as CorrectionCommand)
      .thenRefused('invalid_state', /brought one another in a short time ago/);
    given(proposed)
      .when({ ...confirm('ben'), lapsed: ['ada'] } as CorrectionCommand)
      .thenRefused('invalid_state', /may not propose it any more/);
  });

  it('is booked by a second administrator, who confirms exactly what was proposed', () => {
    given(proposed)
      .when(confirm('ada'))
      .thenRefused('invalid_state', /proposed this correction yourself/);
    given(proposed)
      .when(confirm('ben', eur(-1_300n)))
      .thenRefused('invalid_state', /-?€12\.00 of 2026-10-31 are proposed/);
    given(proposed)
      .when(confirm('ben', charge.amount, '2026-11-01'))
      .thenRefused('invalid_state');
    given(proposed)
      .when({ ...confirm('ben'), number: 'COR-000000' } as CorrectionCommand)
      .thenRefused('invalid_state', /waits by now, not COR-000000/);
    given(proposed).when(confirm('ben')).thenEvents(chargeBooked);
    given(proposed, chargeBooked).when(confirm('ben')).thenNothing();
    given().when(confirm('ben')).thenRefused('not_found');
  });

  it('is rejected while it waits, and may then be proposed again', () => {
    const rejected: CorrectionEvent = { type: 'CorrectionRejected', data: { by: 'ben' } };
    const reject: CorrectionCommand = { type: 'RejectCorrection', correctionId, by: 'ben' };
    given(proposed).when(reject).thenEvents(rejected);
    given(proposed, rejected).when(reject).thenNothing();
    given(proposed, rejected)
      .when(confirm('ben'))
      .thenRefused('invalid_state', /was rejected/);
    given(proposed, rejected).when(charge).thenEvents(proposed);
    given(proposed, chargeBooked)
      .when(reject)
      .thenRefused('invalid_state', /is booked/);
  });

  it('books each kind against the account that it belongs to', () => {
    const bank = accounts.bank('EUR');
    const [some, manual] = [eur(500n), { ...charge, bankLineId: undefined, paper: 'Letter of 3 November, folder 12' }];
    const { bankLineId: __, ...byHand } = manual;
    const cases = [
      [{ ...charge, kind: 'interest', amount: some }, debit(bank, some), credit(accounts.interest('EUR'), some)],
      [{ ...charge, kind: 'owner', amount: some }, debit(bank, some), credit(accounts.owner('EUR'), some)],
      [{ ...charge, kind: 'other', amount: some }, debit(bank, some), credit(accounts.otherIncome('EUR'), some)],
      [
        { ...charge, kind: 'other', amount: eur(-500n) },
        debit(accounts.otherExpenses('EUR'), some),
        credit(bank, some),
      ],
      [
        { ...charge, kind: 'deposit-taken-back', amount: eur(-500n), corrects: deposit, walletId },
        debit(accounts.receivables('EUR'), some),
        credit(bank, some),
      ],
      [
        { ...charge, kind: 'payout-returned', amount: some, corrects: payout, walletId },
        debit(bank, some),
        credit(accounts.payouts('EUR'), some),
      ],
      [
        { ...byHand, kind: 'write-off', amount: some, corrects: deposit, walletId },
        debit(accounts.otherExpenses('EUR'), some),
        credit(accounts.receivables('EUR'), some),
      ],
    ] as const;
    for (const [command, ...postings] of cases) {
      const { type: ___, by, ...rest } = command;
      const before: CorrectionEvent = { type: 'CorrectionProposed', data: { ...rest, by } };
      given()
        .when(command as typeof charge)
        .thenEvents(before);
      given(before)
        .when(confirm('ben', command.amount))
        .thenEvents(booked(command as typeof charge, ...postings));
    }
  });

  it('is refused without a paper, with a sign that its kind cannot have, or above its document', () => {
    const { bankLineId: __, ...byHand } = charge;
    given()
      .when(byHand)
      .thenRefused('invalid_value', /where its paper is/);
    given()
      .when({ ...charge, amount: eur(0n) })
      .thenRefused('invalid_value', /not zero/);
    const back = { ...charge, kind: 'deposit-taken-back' as const, corrects: deposit, walletId };
    given()
      .when({ ...back, amount: eur(500n) })
      .thenRefused('invalid_value', /below zero/);
    given()
      .when({ ...back, amount: eur(-501n), most: eur(500n) })
      .thenRefused('invalid_value', /For DEP-000042 at most €5\.00 can be corrected/);
    given()
      .when({ ...charge, corrects: deposit, walletId })
      .thenRefused('invalid_value', /names no document/);
    given()
      .when({ ...charge, kind: 'payout-returned', amount: eur(500n), corrects: deposit, walletId })
      .thenRefused('invalid_value', /names the withdrawal/);
    given()
      .when({ ...charge, kind: 'write-off', amount: eur(500n) })
      .thenRefused('invalid_value', /names the deposit/);
    given()
      .when({ ...charge, kind: 'write-off', amount: eur(500n), corrects: deposit, walletId })
      .thenRefused('invalid_value', /no line of the bank/);
    given()
      .when({ ...charge, reason: ' ' })
      .thenRefused('invalid_value', /Say why/);
  });

  it('that 0.3.0 proposed to write off, and that names no deposit, is rejected and proposed for one', () => {
    const amount = eur(500n);
    const { bankLineId: __, ...unnamed } = { ...what, kind: 'write-off' as const, amount, paper: 'P' };
    const before: CorrectionEvent = { type: 'CorrectionProposed', data: { ...unnamed, by: 'ada' } };
    given(before)
      .when(confirm('ben', amount))
      .thenRefused('invalid_state', /COR-000001 names no deposit\. Reject it/);
    given(before)
      .when({ type: 'RejectCorrection', correctionId, by: 'ben' })
      .thenEvents({ type: 'CorrectionRejected', data: { by: 'ben' } });
    const postings = balanced(
      debit(accounts.otherExpenses('EUR'), amount),
      credit(accounts.receivables('EUR'), amount),
    );
    given(before, { type: 'CorrectionBooked', data: { ...unnamed, firstApprovedBy: 'ada', postings } })
      .when(confirm('ben', amount))
      .thenNothing();
  });
});
