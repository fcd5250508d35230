import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deleteBlockedReason, invoiceBlockedReason, uploadBlockedReason } from './deposit-rules.ts';

describe('what may be done with a deposit', () => {
  it('a pending one takes a proof, has an invoice and can be deleted', () => {
    assert.equal(uploadBlockedReason('pending', false), undefined);
    assert.equal(deleteBlockedReason('pending', false), undefined);
    assert.equal(invoiceBlockedReason('pending'), undefined);
  });

  it('an upload under way blocks another one and the deletion', () => {
    assert.equal(uploadBlockedReason('pending', true), 'Upload in progress');
    assert.equal(deleteBlockedReason('pending', true), 'Cannot delete while upload is in progress');
  });

  it('an approved one is closed, but has its invoice', () => {
    assert.equal(uploadBlockedReason('approved', false), 'Cannot upload proof for approved deposits');
    assert.equal(deleteBlockedReason('approved', false), 'Only pending deposits can be deleted');
    assert.equal(invoiceBlockedReason('approved'), undefined);
  });

  it('a word of the badges that the server never says today is closed, and breaks no page', () => {
    for (const status of ['payment_uploaded', 'completed', 'failed'] as unknown as 'approved'[]) {
      assert.equal(deleteBlockedReason(status, false), 'Only pending deposits can be deleted');
      assert.equal(uploadBlockedReason(status, false), `Cannot upload proof for ${status} deposits`);
    }
  });

  it('a rejected one is closed altogether', () => {
    assert.equal(uploadBlockedReason('rejected', false), 'Cannot upload proof for rejected deposits');
    assert.equal(deleteBlockedReason('rejected', false), 'Rejected deposits cannot be deleted');
    assert.ok(invoiceBlockedReason('rejected'));
  });
});
