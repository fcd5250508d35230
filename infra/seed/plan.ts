import { SEED_BRANDS, SEED_CURRENCIES, type SeedCurrency } from './catalogue.ts';
import { DRAWN_DAYS_AGO, isDebtor, planCredit } from './plan-credit.ts';
import { beyondFunds, planTrade } from './plan-trade.ts';
import type { PlannedAction, PlannedCustomer, PlannedProduct } from './planned.ts';
import { DAY_MS, type DocumentNumbers, HOUR_MS, type Planning, type SeedOptions } from './planning.ts';
import { createRandom, seedId } from './random.ts';

const HISTORY_DAYS = 365;
/** More would take too long: a customer's commands run one after the other. */
const MAX_DEMO_ORDERS = 200;

/** A customer's year: the actions in the order of time. */
export type History = { readonly customer: PlannedCustomer; readonly actions: readonly PlannedAction[] };

export type HistoryPlan = {
  readonly products: readonly PlannedProduct[];
  readonly lastNumbers: DocumentNumbers;
  readonly actions: number;
  /** Customer by customer, each drawn on demand: a plan of any size fits into memory. */
  histories(): Iterable<History>;
};

/**
 * Everything that will happen. Pure: the same options give the same plan. It is drawn twice from the same random numbers,
 * first to count what is sold and to number the documents.
 */
export function planHistory(options: SeedOptions): HistoryPlan {
  const { products, histories } = drawShop(options);
  const times: Record<DocumentKind, number[]> = { order: [], deposit: [], withdrawal: [] };
  let actions = 0;
  for (const history of histories()) {
    for (const action of history.actions) {
      actions += 1;
      if (isDocument(action)) times[action.kind].push(action.at.getTime());
    }
  }
  const { lastNumbers: before } = options;
  const places = mapKinds((kind) => placesInTime(times[kind]));
  return {
    products,
    actions,
    lastNumbers: mapKinds((kind) => before[kind] + times[kind].length),
    *histories() {
      const met = mapKinds(() => 0);
      for (const { customer, actions } of drawShop(options).histories()) {
        yield {
          customer,
          actions: actions.map((action) => {
            if (!isDocument(action)) return action;
            const place = places[action.kind][met[action.kind]++] ?? 0;
            return { ...action, number: NUMBER_OF[action.kind](before[action.kind] + place + 1) };
          }),
        };
      }
    },
  };
}

type DocumentKind = keyof DocumentNumbers;
const NUMBER_OF: Record<DocumentKind, (number: number) => string> = {
  order: (number) => `GL-${number}`,
  deposit: (number) => `DEP-${String(number).padStart(6, '0')}`,
  withdrawal: (number) => `WDR-${String(number).padStart(6, '0')}`,
};
const isDocument = (action: PlannedAction): action is Extract<PlannedAction, { kind: DocumentKind }> =>
  action.kind in NUMBER_OF;
const mapKinds = <T>(of: (kind: DocumentKind) => T): Record<DocumentKind, T> => ({
  order: of('order'),
  deposit: of('deposit'),
  withdrawal: of('withdrawal'),
});

/** Numbers increase with time, as in a real shop: the index of each of these times among all of them, from 0. */
function placesInTime(times: readonly number[]): Uint32Array {
  const inOrder = Uint32Array.from(times.keys()).sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b);
  const places = new Uint32Array(times.length);
  for (const [place, index] of inOrder.entries()) places[index] = place;
  return places;
}

function drawShop(options: SeedOptions) {
  const random = createRandom(options.batch * 1_009 + 7);
  const own = (name: string) => seedId(`${options.batch}:${name}`);
  const products = SEED_BRANDS.flatMap((brand) =>
    brand.cards.map((card) => {
      const name = `${brand.slug}:${card.value}:${card.region}`;
      return { productId: seedId(`product:${name}`), variantId: seedId(`variant:${name}`), brand, card, sold: 0 };
    }),
  );
  const counts = { deposit: 0, order: 0, withdrawal: 0 };
  const nextId = (kind: keyof typeof counts) => {
    counts[kind] += 1;
    return own(`${kind}:${counts[kind]}`);
  };
  const planning: Planning = { options, random, products, own, nextId };
  return { products, histories: () => drawHistories(planning) };
}

function* drawHistories(planning: Planning): Generator<History> {
  const { options } = planning;
  const customers = Array.from({ length: options.customers }, (_, index) => planCustomer(index, planning));
  const buyers = customers.filter((customer) => customer.stage === 'approved');
  const purchases = planPurchases(buyers, planning);
  const waiting = Map.groupBy(
    [...planOpenDeposits(buyers, planning), ...planUnfinished(buyers[0], planning)],
    (action) => action.customer,
  );
  let debtors = 0;
  for (const customer of customers) {
    const daysAgo = DRAWN_DAYS_AGO[debtors] ?? [];
    const buysOnCredit = isDebtor(customer, daysAgo, planning);
    if (buysOnCredit) debtors += 1;
    const actions = [
      ...planOnboarding(customer),
      ...(buysOnCredit
        ? planCredit(customer, daysAgo, planning)
        : planTrade(customer, purchases.get(customer) ?? [], planning)),
      ...(waiting.get(customer) ?? []),
    ];
    const end = options.until.getTime();
    yield {
      customer,
      actions: actions
        .map((action) => (action.at.getTime() > end ? { ...action, at: new Date(end) } : action))
        .sort((left, right) => left.at.getTime() - right.at.getTime()),
    };
  }
}

/** When each customer buys, in milliseconds: only this part of the plan is in memory for every order. */
function planPurchases(
  buyers: readonly PlannedCustomer[],
  { options, random }: Planning,
): Map<PlannedCustomer, number[]> {
  const buying = new Map<PlannedCustomer, number[]>(buyers.map((customer) => [customer, []]));
  for (let count = 0; count < options.orders; count += 1) {
    // The demo customer buys more often than others, so that its screens are full.
    const customer = count % 9 === 0 && count < 9 * MAX_DEMO_ORDERS ? buyers[0] : random.pick(buyers);
    if (!customer) break;
    const span = options.until.getTime() - customer.approvedAt.getTime();
    // Squared towards the end: the shop grows over its year.
    const at = customer.approvedAt.getTime() + DAY_MS + random.next() ** 0.45 * Math.max(span - DAY_MS, HOUR_MS);
    buying.get(customer)?.push(Math.floor(at));
  }
  return buying;
}

/** Deposits of the last days that wait for a decision, and some rejected ones. */
function planOpenDeposits(buyers: readonly PlannedCustomer[], { options, random, nextId }: Planning): PlannedAction[] {
  const until = options.until.getTime();
  const outcomes = [
    'pending-with-proof',
    'pending-with-proof',
    'pending',
    'rejected',
    'pending-with-proof',
    'rejected',
  ];
  return (outcomes as ('pending-with-proof' | 'pending' | 'rejected')[]).flatMap((outcome) =>
    [buyers[0], random.pick(buyers)].flatMap((customer): PlannedAction[] => {
      if (!customer) return [];
      const depositId = nextId('deposit');
      const at = until - random.int(3, outcome === 'rejected' ? 900 : 60) * HOUR_MS;
      return [
        {
          kind: 'deposit',
          customer,
          depositId,
          number: '',
          outcome,
          at: new Date(Math.max(at, customer.approvedAt.getTime() + HOUR_MS)),
          currency: random.pick(SEED_CURRENCIES),
          amountMinor: BigInt(random.int(4, 60)) * 25_000n,
          decidedAt: new Date(Math.min(at + 20 * HOUR_MS, until)),
        },
      ];
    }),
  );
}

/** What waits for the demo customer: an order for funds, one for stock, and one or two of each kind for a second administrator. */
function planUnfinished(customer: PlannedCustomer | undefined, planning: Planning): PlannedAction[] {
  const { options, products, own } = planning;
  const soldOut = products.find(({ card }) => card.stock === 0 && !card.discontinued);
  const [discounted] = products;
  if (!customer || !soldOut || !discounted) return [];
  const order = { kind: 'order' as const, customer, number: '', reveals: false };
  const hoursAgo = (hours: number) => new Date(options.until.getTime() - hours * HOUR_MS);
  const large = (name: string, hours: number, currency: SeedCurrency, amountMinor: bigint) => ({
    ...({
      kind: 'deposit',
      customer,
      depositId: own(`deposit:${name}`),
      number: '',
      outcome: 'approved-once',
    } as const),
    at: hoursAgo(hours),
    decidedAt: hoursAgo(hours - 2),
    currency,
    amountMinor,
  });
  return [
    large('waits-for-second-eyes', 26, 'USD', 1_250_000n),
    large('waits-for-second-eyes-too', 7, 'EUR', 1_800_000n),
    { ...large('for-a-payout', 50, 'USD', 800_000n), outcome: 'approved' },
    {
      kind: 'withdrawal',
      customer,
      withdrawalId: own('withdrawal:waits-for-second-eyes'),
      number: '',
      at: hoursAgo(20),
      decidedAt: hoursAgo(18),
      currency: 'USD',
      amountMinor: 650_000n,
      outcome: 'approved-once',
    },
    { kind: 'credit-limit', at: hoursAgo(12), customer, currency: 'EUR', amountMinor: 1_500_000n },
    { kind: 'discount', at: hoursAgo(3), customer, product: discounted, basisPoints: 3_500 },
    {
      ...order,
      at: hoursAgo(30),
      orderId: own('order:waits-for-stock'),
      currency: soldOut.card.currency,
      lines: [{ product: soldOut, quantity: 2 }],
      isUnfunded: false,
    },
    {
      ...order,
      at: hoursAgo(5),
      orderId: own('order:waits-for-funds'),
      currency: 'EUR',
      lines: beyondFunds([], 'EUR', planning),
      isUnfunded: true,
    },
  ];
}

function planCustomer(index: number, { options, random, own }: Planning): PlannedCustomer {
  const isDemo = options.batch === 0 && index === 0;
  const customerId = own(`customer:${index}`);
  const start = options.until.getTime() - HISTORY_DAYS * DAY_MS;
  const stage =
    index === 0 || index % 9 < 7 ? 'approved' : random.pick(['registered', 'verified', 'waiting', 'waiting'] as const);
  const latest = HISTORY_DAYS - (stage === 'approved' ? 10 : 1);
  const day =
    index === 0 ? 2 : stage === 'approved' ? random.int(1, latest) * random.next() : random.int(latest - 12, latest);
  const registeredAt = new Date(start + day * DAY_MS + random.int(7, 19) * HOUR_MS);
  return {
    customerId,
    index,
    number: options.batch * 100_000 + index,
    isDemo,
    registeredAt,
    stage,
    approvedAt: new Date(registeredAt.getTime() + random.int(20, 60) * HOUR_MS),
  };
}

function planOnboarding(customer: PlannedCustomer): PlannedAction[] {
  const after = (minutes: number) => new Date(customer.registeredAt.getTime() + minutes * 60_000);
  const steps: PlannedAction[] = [{ kind: 'register', at: customer.registeredAt, customer }];
  if (customer.stage === 'registered') return steps;
  steps.push({ kind: 'verify', at: after(4), customer });
  if (customer.stage === 'verified') return steps;
  steps.push(
    { kind: 'complete-company', at: after(21), customer },
    { kind: 'request-approval', at: after(34), customer },
  );
  if (customer.stage === 'waiting') return steps;
  steps.push({ kind: 'approve', at: customer.approvedAt, customer });
  if (customer.index % 7 === 0) {
    steps.push({
      kind: 'credit-limit',
      at: new Date(customer.approvedAt.getTime() + 3 * DAY_MS),
      customer,
      currency: 'USD',
      amountMinor: customer.isDemo ? 250_000n : 100_000n,
    });
  }
  return steps;
}
