import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { paperName } from './file-names.ts';

describe('the file name of a paper', () => {
  it('is the number where the number says what it is', () => {
    assert.equal(paperName({ title: 'Invoice', number: 'INV-2026-000042' }), 'INV-2026-000042');
    assert.equal(paperName({ title: 'Credit note', number: 'CN-2026-000007' }), 'CN-2026-000007');
  });

  it('says what it is where the number is of something else', () => {
    assert.equal(paperName({ title: 'Proforma invoice', number: 'GL-100042' }), 'proforma-invoice-GL-100042');
    assert.equal(paperName({ title: 'Sales invoice', number: 'INV-2026-000042' }), 'sales-invoice-INV-2026-000042');
    assert.equal(paperName({ title: 'Deposit invoice', number: 'DEP-000007' }), 'deposit-invoice-DEP-000007');
  });

  it('of a statement has its wallet and its days', () => {
    const wallet = { walletId: '0b0f6f53-6c7b-4b1e-9f5c-0d9d0c1a2b3c', currency: 'EUR' } as const;
    const name = (days: object) => paperName({ ...wallet, days });
    assert.equal(name({}), 'statement-EUR-0b0f6f53');
    assert.equal(name({ end_date: '2026-11-30' }), 'statement-EUR-0b0f6f53-to-2026-11-30');
    assert.equal(
      name({ start_date: '2026-11-01', end_date: '2026-11-30' }),
      'statement-EUR-0b0f6f53-from-2026-11-01-to-2026-11-30',
    );
  });
});
