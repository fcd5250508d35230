import { SEED_CURRENCIES, type SeedCurrency } from './catalogue.ts';
import type { PlannedAction, PlannedCustomer, PlannedLine, PlannedProduct } from './planned.ts';
import { DAY_MS, HOUR_MS, type Planning } from './planning.ts';

type Amounts = Record<SeedCurrency, bigint>;

/** One customer's orders, the deposits that pay for them, and now and then a withdrawal of what is left. */
export function planTrade(customer: PlannedCustomer, times: readonly number[], planning: Planning): PlannedAction[] {
  const { random, nextId } = planning;
  const actions: PlannedAction[] = [];
  const funds: Amounts = { USD: 0n, EUR: 0n };
  for (const at of times.toSorted((left, right) => left - right).map((time) => new Date(time))) {
    const lines = planLines(planning);
    const first = lines[0];
    if (!first) continue;
    const currency = random.chance(0.85) ? first.product.card.currency : random.pick(SEED_CURRENCIES);
    const cost = lines.reduce((sum, line) => sum + line.product.card.priceMinor * BigInt(line.quantity), 0n);
    const needed = (cost * 125n) / 100n;
    const isUnfunded = random.chance(0.04);
    if (!isUnfunded) {
      if (funds[currency] < needed) actions.push(planDeposit({ customer, at, currency, needed, funds }, planning));
      funds[currency] -= needed;
      for (const line of lines) line.product.sold += line.quantity;
    }
    actions.push({
      kind: 'order',
      at,
      customer,
      orderId: nextId('order'),
      number: '',
      currency,
      lines: isUnfunded ? beyondFunds(lines, currency, planning) : lines,
      isUnfunded,
      reveals: random.chance(0.7),
    });
    if (random.chance(0.05) && funds[currency] > 20_000n) {
      actions.push(planWithdrawal({ customer, at, currency, funds }, planning));
    }
  }
  return actions;
}

/** With enough of the most expensive card that no wallet ever covers it: its payment must not depend on timing. */
export function beyondFunds(
  lines: readonly PlannedLine[],
  currency: SeedCurrency,
  { products }: Planning,
): PlannedLine[] {
  const dearest = products
    .filter(({ card }) => card.currency === currency)
    .reduce((one, other) => (other.card.priceMinor > one.card.priceMinor ? other : one));
  return [...lines.filter(({ product }) => product !== dearest), { product: dearest, quantity: 900 }];
}

type Trade = {
  readonly customer: PlannedCustomer;
  readonly at: Date;
  readonly currency: SeedCurrency;
  readonly funds: Amounts;
};

/** A deposit some hours before an order that needs it. */
function planDeposit(
  { customer, at, currency, needed, funds }: Trade & { readonly needed: bigint },
  { random, nextId }: Planning,
): PlannedAction {
  const amountMinor = roundUp(needed * BigInt(random.int(2, 5)), 50_000n);
  const requestedAt = at.getTime() - random.int(6, 40) * HOUR_MS;
  const earliest = customer.approvedAt.getTime() + HOUR_MS;
  const isReduced = random.chance(0.06);
  funds[currency] += isReduced ? (amountMinor * 9n) / 10n : amountMinor;
  return {
    kind: 'deposit',
    customer,
    depositId: nextId('deposit'),
    number: '',
    currency,
    amountMinor,
    at: new Date(Math.max(requestedAt, earliest)),
    outcome: isReduced ? 'reduced' : 'approved',
    decidedAt: new Date(Math.max(at.getTime() - random.int(1, 5) * HOUR_MS, earliest + HOUR_MS / 2)),
  };
}

/** A quarter of what is left, some hours after an order. */
function planWithdrawal(
  { customer, at, currency, funds }: Trade,
  { options, random, nextId }: Planning,
): PlannedAction {
  const amountMinor = (funds[currency] / 4n / 100n) * 100n;
  funds[currency] -= amountMinor;
  const until = options.until.getTime();
  const askedAt = Math.min(at.getTime() + random.int(2, 48) * HOUR_MS, until - HOUR_MS);
  const outcome = until - askedAt < 8 * DAY_MS ? 'pending' : random.chance(0.85) ? 'completed' : 'rejected';
  return {
    kind: 'withdrawal',
    customer,
    withdrawalId: nextId('withdrawal'),
    number: '',
    currency,
    amountMinor,
    at: new Date(askedAt),
    outcome,
    decidedAt: new Date(Math.min(askedAt + random.int(4, 70) * HOUR_MS, until)),
  };
}

function planLines({ products, random }: Planning) {
  const chosen = new Map<string, { product: PlannedProduct; quantity: number }>();
  const wanted = random.pick([1, 1, 1, 2, 2, 3, 4]);
  for (let count = 0; count < wanted; count += 1) {
    // Squared: the first brands of the catalogue are the best sellers.
    const product = products[Math.floor(random.next() ** 1.7 * products.length)];
    // Nobody has bought a card that is sold out from the start, so the order that waits for it is first in the queue.
    if (!product || product.card.discontinued || product.card.stock === 0) continue;
    chosen.set(product.variantId, { product, quantity: random.pick([1, 2, 2, 3, 5, 5, 10, 20]) });
  }
  return [...chosen.values()];
}

const roundUp = (value: bigint, step: bigint) => ((value + step - 1n) / step) * step;
