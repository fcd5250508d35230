import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { money } from '#core/kernel/money/money.ts';
import { SEED } from '#core/kernel/testing/seed.ts';
import type { OrderCommand } from './commands.ts';
import { orderDecider } from './decider.ts';
import type { OrderEvent, OrderLine } from './events.ts';
import { type PricingTerms, priceLine } from './pricing.ts';
import type { OrderState } from './state.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const orderId = id(1);
/** Divisible by each quantity of a line. */
const ANY_QUANTITY = 420n;
const TERMS: PricingTerms = {
  rates: { USD: '1', EUR: '1.1' },
  conversionFee: { numerator: 2n, denominator: 100n },
  rounding: 'half-away-from-zero',
};

/** A line as the store prices it, with discounts up to the full price. */
const lineOf = (
  n: number,
  [price, quantity, discountBasisPoints, isConverted]: [number, number, number, boolean],
): OrderLine => {
  const currency = isConverted ? 'EUR' : 'USD';
  const priced = priceLine({ price: money(BigInt(price), currency), quantity, discountBasisPoints }, 'USD', TERMS);
  const names = { productId: 'p', variantId: `v${n}`, productName: 'P', variantName: 'V', brandName: 'B', region: 'R' };
  const { unitPrice, discount, conversionFee, total } = priced;
  return { lineId: id(100 + n), ...names, quantity, unitPrice, discount, conversionFee, total };
};
const line = fc.tuple(
  fc.integer({ min: 1, max: 99_999 }),
  fc.integer({ min: 1, max: 7 }),
  fc.nat(10_000),
  fc.boolean(),
);
/** For each delivery, the share in percent of each line's missing codes that it brings: from none to all. */
const deliveries = fc.array(fc.array(fc.nat(100), { minLength: 4, maxLength: 4 }), { maxLength: 5 });

it('what is delivered and what is refunded of an order sum to what was paid for it, however it is parted', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), deliveries, (specs, shares) => {
      const lines = specs.map((spec, at) => lineOf(at, spec));
      const total = lines.reduce((sum, each) => sum + each.total.amount, 0n);
      fc.pre(total > 0n);
      let state: OrderState = orderDecider.initialState;
      const books = new Map<string, bigint>();
      const happened: OrderEvent[] = [];
      const run = (command: OrderCommand) => {
        for (const event of orderDecider.decide(command, state)) {
          state = orderDecider.evolve(state, event);
          happened.push(event);
          const postings = 'postings' in event.data ? (event.data.postings ?? []) : [];
          assert.equal(
            postings.reduce((sum, { amount }) => sum + amount.amount, 0n),
            0n,
          );
          for (const { account, amount } of postings) books.set(account, (books.get(account) ?? 0n) + amount.amount);
        }
      };
      const held = () => -(books.get('liabilities:undelivered:USD') ?? 0n);
      const times = { placedAt: '2026-01-01T00:00:00Z', expiresAt: '2026-01-03T00:00:00Z' };
      const whose = { number: 'O', customerId: id(2), walletId: id(3), currency: 'USD' as const };
      run({ type: 'PlaceOrder', orderId, ...whose, lines, ...times, mayDeliverInPart: true });
      run({ type: 'MarkOrderPaid', orderId, paymentReference: 'order:1', amount: money(total, 'USD') });

      const given = lines.map(() => 0);
      for (const share of shares) {
        const before = held();
        const hadSome = given.some((count) => count > 0);
        for (const [at, { quantity }] of lines.entries()) {
          given[at] = (given[at] ?? 0) + Math.round(((quantity - (given[at] ?? 0)) * (share[at] ?? 0)) / 100);
        }
        const delivered = lines
          .map(({ lineId }, at) => ({ lineId, quantity: given[at] ?? 0, codesDigest: String(given[at]) }))
          .filter(({ quantity }) => quantity > 0);
        if (delivered.length === 0) continue;
        run({ type: 'FulfilOrder', orderId, lines: delivered });
        assert.ok(held() >= 0n && (!hadSome || held() <= before), 'what is held only ever falls');
      }
      const last = happened.at(-1);
      if (last?.type === 'OrderFulfilled') return assert.equal(held(), 0n);
      if (last?.type !== 'OrderPartlyFulfilled') return;
      assert.equal(held(), last.data.held.amount);
      run({ type: 'ReleaseRest', orderId, amount: last.data.held });
      const income = (books.get('income:sales:USD') ?? 0n) + (books.get('income:conversion-fees:USD') ?? 0n);
      assert.equal(
        income,
        held(),
        'the income that was taken back is what is refunded; the rest of it is what was delivered',
      );
      // Each line's discount and fee are rounded: the worth of the rest is its share of the line, within one unit.
      const exact = lines.reduce(
        (sum, each, at) =>
          sum + (each.total.amount * BigInt(each.quantity - (given[at] ?? 0)) * ANY_QUANTITY) / BigInt(each.quantity),
        0n,
      );
      const off = held() * ANY_QUANTITY - exact;
      assert.ok((off < 0n ? -off : off) <= BigInt(lines.length) * ANY_QUANTITY, 'the rest is worth its share');
      assert.ok(income >= 0n && income <= total, 'no more is taken back than was paid');
      const fees = lines.reduce((sum, each) => sum + each.conversionFee.amount, 0n);
      const feesBack = books.get('income:conversion-fees:USD') ?? 0n;
      assert.ok(feesBack >= 0n && feesBack <= fees, 'no more of the fee is taken back than was paid');
    }),
    { numRuns: 2_000, seed: SEED },
  );
});
