import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planHistory } from './plan.ts';
import type { PlannedAction } from './planned.ts';

const options = {
  customers: 30,
  orders: 400,
  until: new Date('2026-03-01T12:00:00Z'),
  batch: 0,
  lastNumbers: { order: 1_000, deposit: 0, withdrawal: 7 },
};

describe('the plan of a history', () => {
  it('is the same each time it is asked for', () => {
    assert.deepEqual([...planHistory(options).histories()], [...planHistory(options).histories()]);
    const plan = planHistory(options);
    assert.deepEqual([...plan.histories()], [...plan.histories()]);
  });

  it('numbers documents without a gap, in the order of time', () => {
    const plan = planHistory(options);
    const orders = [...plan.histories()]
      .flatMap((history) => history.actions)
      .filter((action) => action.kind === 'order')
      .sort((left, right) => left.at.getTime() - right.at.getTime());
    assert.deepEqual(
      orders.map((order) => order.number),
      orders.map((_, index) => `GL-${1_001 + index}`),
    );
    assert.equal(plan.lastNumbers.order, 1_000 + orders.length);
    assert.ok(plan.lastNumbers.withdrawal > 7);
  });

  it('has three customers who buy on credit, where they never paid anything in', () => {
    const onCredit = [...planHistory(options).histories()].filter(({ actions }) =>
      actions.some(
        (order) =>
          order.kind === 'order' &&
          !order.isUnfunded &&
          actions.some((limit) => limit.kind === 'credit-limit' && limit.currency === order.currency) &&
          !actions.some(
            (deposit) =>
              deposit.kind === 'deposit' && deposit.currency === order.currency && deposit.outcome === 'approved',
          ),
      ),
    );
    assert.equal(onCredit.length, 3);
  });

  it('has each history in the order of time, and none after the end', () => {
    for (const { customer, actions } of planHistory(options).histories()) {
      const times = actions.map((action) => action.at.getTime());
      assert.deepEqual(
        times,
        times.toSorted((left, right) => left - right),
      );
      assert.ok(times.every((time) => time <= options.until.getTime()));
      assert.ok(actions.every((action) => action.customer.customerId === customer.customerId));
    }
  });

  it('counts what is sold, and sells nobody what only the demo customer waits for', () => {
    const plan = planHistory(options);
    const sold = new Map<string, number>();
    for (const action of [...plan.histories()].flatMap((history) => history.actions)) {
      if (action.kind !== 'order' || action.isUnfunded) continue;
      for (const { product, quantity } of action.lines) {
        sold.set(product.variantId, (sold.get(product.variantId) ?? 0) + quantity);
      }
    }
    const soldOut = plan.products.find(({ card }) => card.stock === 0 && !card.discontinued);
    for (const product of plan.products) {
      const waiting = product === soldOut ? 2 : 0;
      assert.equal(sold.get(product.variantId) ?? 0, product.sold + waiting);
    }
  });

  it('lets no wallet ever cover an order that is meant to wait: what is sold would depend on the moment', () => {
    const plan = planHistory({ ...options, customers: 60, orders: 6_000 });
    let waiting = 0;
    for (const { actions } of plan.histories()) {
      for (const order of actions) {
        if (order.kind !== 'order' || !order.isUnfunded) continue;
        waiting += 1;
        const most = mostInWallet(actions, order);
        assert.ok(costOf(order) > most, `${order.number} costs ${costOf(order)}, and ${most} may be there`);
      }
    }
    assert.ok(waiting > 100);
  });
});

const ORDER_LIFETIME_MS = 48 * 3_600_000;

type Order = Extract<PlannedAction, { kind: 'order' }>;
/** A lower bound in minor units: a card of another currency may cost a tenth less after its conversion. */
const costOf = ({ currency, lines }: Order): number =>
  lines.reduce((sum, { product: { card }, quantity }) => {
    const share = card.currency === currency ? 1 : 0.9;
    return sum + Number(card.priceMinor) * quantity * share;
  }, 0);

/** Everything that came in until the order, minus the cost of orders before it. */
function mostInWallet(actions: readonly PlannedAction[], order: Order): number {
  const end = order.at.getTime() + ORDER_LIFETIME_MS;
  let most = 0;
  for (const action of actions) {
    if (!('currency' in action) || action.currency !== order.currency) continue;
    const isCredited = action.kind === 'deposit' && ['approved', 'reduced'].includes(action.outcome);
    if (isCredited && action.decidedAt.getTime() <= end) most += Number(action.amountMinor);
    if (action.kind === 'credit-limit') most += Number(action.amountMinor);
    if (action.kind === 'order' && !action.isUnfunded && action.at <= order.at) most -= costOf(action);
  }
  return most;
}
