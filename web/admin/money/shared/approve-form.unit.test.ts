import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { minorJson } from '#bff/contract/base/money-json.ts';
import { approveForm } from './approve-form.ts';

const messageFor = (approved_amount: string): string | undefined => {
  const parsed = approveForm(minorJson(150_000n, 'USD')).safeParse({ approved_amount, admin_notes: '' });
  return parsed.success ? undefined : parsed.error.issues[0]?.message;
};

describe('approving a deposit of $1,500.00', () => {
  for (const amount of ['1500', '1500.00', '0.01', ' 20.5 ']) {
    it(`given ${JSON.stringify(amount)}, then it is accepted`, () => {
      assert.equal(messageFor(amount), undefined);
    });
  }

  for (const amount of ['', '0', '0.00', '-1']) {
    it(`given ${JSON.stringify(amount)}, then it must be greater than 0`, () => {
      assert.equal(messageFor(amount), 'Approved amount must be greater than 0');
    });
  }

  it('given a cent more than requested, then the requested amount is named', () => {
    assert.equal(messageFor('1500.01'), 'Approved amount cannot exceed the requested amount of $1,500.00');
  });

  for (const amount of ['1.005', 'abc', '1e3']) {
    it(`given ${JSON.stringify(amount)}, then it is no amount`, () => {
      assert.equal(messageFor(amount), 'Please enter an amount with at most two decimals');
    });
  }

  it('given blank notes, then none are sent', () => {
    const form = approveForm(minorJson(100n, 'EUR')).parse({ approved_amount: '1', admin_notes: '  ' });
    assert.equal(form.admin_notes, null);
  });
});
