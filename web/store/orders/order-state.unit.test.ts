import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OrderStatus } from '#bff/contract/shop/order.ts';
import {
  codesBlockedReason,
  hasCodes,
  isAwaitingPayment,
  isAwaitingRest,
  isAwaitingStock,
  isUnsettled,
} from './order-state.ts';

const order = (payment_status: OrderStatus, fulfillment_status: OrderStatus) => ({
  payment_status,
  fulfillment_status,
});

describe('state of an order', () => {
  it('awaits payment while both are pending', () => {
    assert.equal(isAwaitingPayment(order('pending', 'pending')), true);
    assert.equal(isAwaitingPayment(order('completed', 'pending')), false);
    assert.equal(isAwaitingPayment(order('pending', 'cancelled')), false);
  });

  it('awaits stock when it is paid and not fulfilled', () => {
    assert.equal(isAwaitingStock(order('completed', 'pending')), true);
    assert.equal(isAwaitingStock(order('completed', 'completed')), false);
  });

  it('shows its codes only when both are completed', () => {
    assert.equal(hasCodes(order('completed', 'completed')), true);
    assert.equal(codesBlockedReason(order('completed', 'completed')), undefined);
    for (const other of [order('pending', 'pending'), order('completed', 'pending'), order('cancelled', 'cancelled')]) {
      assert.equal(hasCodes(other), false);
      assert.ok(codesBlockedReason(other));
    }
  });

  it('shows the codes that are there while it waits for the rest, and after that was released', () => {
    assert.equal(isAwaitingRest(order('completed', 'processing')), true);
    assert.equal(isAwaitingRest(order('completed', 'partial')), false);
    for (const part of [order('completed', 'processing'), order('completed', 'partial')]) {
      assert.equal(hasCodes(part), true);
      assert.equal(codesBlockedReason(part), undefined);
    }
  });

  it('is looked at again only while something may still happen', () => {
    assert.equal(isUnsettled(order('pending', 'pending')), true);
    assert.equal(isUnsettled(order('completed', 'processing')), true);
    assert.equal(isUnsettled(order('completed', 'completed')), false);
    assert.equal(isUnsettled(order('completed', 'partial')), false);
    assert.equal(isUnsettled(order('cancelled', 'cancelled')), false);
  });
});
