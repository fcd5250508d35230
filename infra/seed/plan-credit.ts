import type { PlannedAction, PlannedCustomer } from './planned.ts';
import { DAY_MS, type Planning } from './planning.ts';

/** How many days ago the customers with credit bought on it, one customer after the other. */
export const DRAWN_DAYS_AGO = [[97, 41], [36], [9]] as const;
/** Each purchase draws half of it. */
const SEEDED_CREDIT_MINOR = 60_000n;

/** In a small store nobody buys on credit. */
const MIN_CUSTOMERS_WITH_CREDIT = 20;

/** Whether the customer may buy on credit on that day. Every seventh has a limit already. */
export const isDebtor = (customer: PlannedCustomer, [days]: readonly number[], { options }: Planning): boolean =>
  days !== undefined &&
  options.batch === 0 &&
  options.customers >= MIN_CUSTOMERS_WITH_CREDIT &&
  customer.stage === 'approved' &&
  customer.index % 7 !== 0 &&
  customer.approvedAt.getTime() < options.until.getTime() - (days + 1) * DAY_MS;

/** The purchases on credit of a customer who does nothing else, so that the credit is certainly drawn. */
export function planCredit(
  customer: PlannedCustomer,
  daysAgo: readonly number[],
  { options, products, own }: Planning,
): PlannedAction[] {
  const product = products.find(({ card }) => card.currency === 'USD' && card.stock > 0 && !card.discontinued);
  if (!product) return [];
  const agoAt = (days: number) => new Date(options.until.getTime() - days * DAY_MS);
  const quantity = Number(SEEDED_CREDIT_MINOR / 2n / product.card.priceMinor);
  product.sold += quantity * daysAgo.length;
  return [
    {
      kind: 'credit-limit',
      at: agoAt((daysAgo[0] ?? 0) + 1),
      customer,
      currency: 'USD',
      amountMinor: SEEDED_CREDIT_MINOR,
    },
    ...daysAgo.map(
      (days): PlannedAction => ({
        kind: 'order',
        customer,
        orderId: own(`order:on-credit:${customer.index}:${days}`),
        number: '',
        at: agoAt(days),
        currency: 'USD',
        lines: [{ product, quantity }],
        isUnfunded: false,
        reveals: true,
      }),
    ),
  ];
}
