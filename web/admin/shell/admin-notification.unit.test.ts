import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adminNotification } from './admin-notification.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const hrefOf = (type: string, data: object) =>
  adminNotification({
    id: ID,
    type,
    data: { message: 'Something happened.', ...data },
    read_at: null,
    created_at: '2026-11-20T10:00:00.000Z',
  }).href;

describe('the link of a notification', () => {
  it('opens the object itself', () => {
    assert.equal(hrefOf('NewAccountNotification', { user_id: ID }), `/admin/users/${ID}`);
    assert.equal(hrefOf('NewOrderNotification', { order_id: ID, user_id: ID }), `/admin/orders/${ID}`);
    for (const type of ['NewDepositNotification', 'PaymentProofUploadedNotification']) {
      assert.equal(hrefOf(type, { deposit_id: ID, user_id: ID }), `/admin/deposits?open=${ID}`);
    }
    assert.equal(hrefOf('NewWithdrawalNotification', { withdrawal_id: ID }), `/admin/withdrawals?open=${ID}`);
    assert.equal(hrefOf('NewSupportTicketNotification', { ticket_id: ID }), `/admin/support?ticket=${ID}`);
  });

  it('leads nowhere for what is not known here', () => {
    assert.equal(hrefOf('SomethingElse', { deposit_id: ID }), undefined);
  });
});
