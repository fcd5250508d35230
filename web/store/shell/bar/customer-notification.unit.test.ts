import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AT } from '#web/testing/samples.ts';
import { customerNotification } from './customer-notification.ts';

const titleOf = (type: string) =>
  customerNotification({ id: '1', type, data: { message: 'Words of the server' }, read_at: null, created_at: AT })
    .title;

describe('a customer’s notification', () => {
  it('has a title of its own where an order came in part, or its rest was released', () => {
    assert.equal(titleOf('OrderPartlyDeliveredNotification'), 'Order delivered in part');
    assert.equal(titleOf('App\\Notifications\\OrderRestReleasedNotification'), 'Rest of an order released');
  });

  it('of a kind that is not known yet is shown all the same', () => {
    assert.equal(titleOf('SomethingElseNotification'), 'Notification');
  });
});
