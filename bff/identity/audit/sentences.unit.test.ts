import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AdminAction } from '#core/aggregates/admin/events.ts';
import { money } from '#core/kernel/money/money.ts';
import { describeEvent } from './sentences.ts';

const id = '0b0e6c5e-6f8e-4d0b-9a53-3f6f5d1c2a11';

describe('the words of the audit trail', () => {
  it('name the amount that was approved and the fee, and only say that a note exists', () => {
    const sentence = describeEvent({
      type: 'DepositApproved',
      data: {
        depositId: id,
        number: 'DEP-000123',
        customerId: id,
        walletId: id,
        approvedAmount: money(123_456n, 'EUR'),
        fee: money(0n, 'EUR'),
        note: 'sealed' as never,
      },
    });
    assert.deepEqual(sentence, {
      title: 'Deposit approved',
      summary: '€1,234.56 was approved, without a fee. A note was left.',
    });
  });

  it('name the value date where there is one', () => {
    const amount = money(500n, 'EUR');
    const sentence = describeEvent({
      type: 'WithdrawalCompleted',
      data: { amount, note: null, postings: [], valueDate: '2026-10-31' },
    });
    assert.equal(sentence.summary, '€5.00 was paid out to the bank, value date 2026-10-31.');
  });

  it('write basis points as a percentage', () => {
    const discountOf = (basisPoints: number) =>
      describeEvent({ type: 'CustomerDiscountSet', data: { productId: 'p', basisPoints } });
    assert.equal(discountOf(1250).summary, '12.5 % discount on product p.');
    assert.equal(discountOf(10_000).summary, '100 % discount on product p.');
    assert.equal(discountOf(5).summary, '0.05 % discount on product p.');
    assert.equal(discountOf(0).title, 'Discount removed');
  });

  it('describe what an administrator did, by the name of the thing', () => {
    const sentence = describeEvent({
      type: 'AdministratorActed',
      data: { action: 'stock-added', subject: { kind: 'variant', id }, facts: { added: '50', name: 'Steam $50' } },
    });
    assert.equal(sentence.summary, '50 gift codes were added to Steam $50.');
  });

  it('count one thing as one', () => {
    const summaryOf = (action: AdminAction, facts: Record<string, string>) =>
      describeEvent({ type: 'AdministratorActed', data: { action, subject: { kind: 'bank-statement', id }, facts } })
        .summary;
    assert.equal(summaryOf('statement-imported', { lines: '1' }), '1 new line of the bank was imported.');
    assert.equal(summaryOf('statement-imported', { lines: '9' }), '9 new lines of the bank were imported.');
    assert.equal(
      summaryOf('payouts-exported', { number: 'PAY-000001', transfers: '1' }),
      'PAY-000001 was made for the bank: one transfer.',
    );
    assert.equal(
      summaryOf('rates-imported', { rates: '1', from: '2026-11-20' }),
      '1 rate of the European Central Bank was imported, of 2026-11-20.',
    );
  });
});
