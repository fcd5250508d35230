import { hash } from 'node:crypto';
import { walletIdOf } from '#core/aggregates/wallet/wallet-id.ts';
import { CURRENCY_CODES } from '#core/kernel/money/currencies.ts';
import type { Said } from '../chained-log.ts';
import { CREDIT, CURRENCY, type Episode, type Goods, type Kind, RECORDED, recordEpisodes } from './episodes.ts';
import type { LogWriter } from './log-writer.ts';
import { createNumbers, type Numbers } from './numbers.ts';

const DAY_MS = 86_400_000;
const SPAN_MS = 730 * DAY_MS;
/** Customers sign up in the first part of it. */
const SIGN_UPS = 0.5;
/** The last customers have no money: their orders wait for a payment. */
const WITHOUT_MONEY = 0.02;
/** One customer in so many buys on credit. */
const ON_CREDIT = 10;
const SEED = 20_261_128;

/** Shares of the orders of those who have money; the rest is delivered, most of it looked at. */
const SHARES: readonly (readonly [Kind, number])[] = [
  ['waiting-order', 0.001],
  ['refunded-order', 0.01],
  ['order', 0.4],
  ['shown-order', 1],
];
/** Beside each order, with these probabilities. */
const BESIDE: readonly (readonly [Kind, number])[] = [
  ['withdrawal', 0.01],
  ['waiting-withdrawal', 0.0002],
  ['waiting-deposit', 0.001],
  ['deleted-deposit', 0.002],
];

export type Customer = {
  readonly customerId: string;
  readonly walletId: string;
  balance: bigint;
  credit: bigint;
  orders: number;
};
type HistoryOptions = {
  readonly orders: number;
  readonly customers: number;
  readonly goods: readonly Goods[];
  readonly administrators: readonly string[];
  readonly onProgress: (orders: number, events: number) => void;
};

/**
 * Two years of a store up to this morning. Customers buy very unequally: of 10,000, the first makes 5 % of the orders, and half of them make a
 * fifth together. A deposit comes when the wallet does not cover an order. The same numbers give the same history.
 */
export async function writeHistory(log: LogWriter, options: HistoryOptions): Promise<readonly Customer[]> {
  const episodes = await recordEpisodes(options.goods);
  const numbers = createNumbers(SEED);
  const tell = createTeller(log, numbers, options.goods);
  const end = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const begin = end - SPAN_MS;
  const count = { order: 0, deposit: 0, withdrawal: 0 };
  const customers: Customer[] = [];

  async function play(kind: Kind, customer: Customer, timeMs: number): Promise<void> {
    const episode = numbers.pick(episodes[kind]);
    const paper = kind.endsWith('deposit') ? 'deposit' : kind.endsWith('withdrawal') ? 'withdrawal' : 'order';
    if (kind.endsWith('order')) await cover(customer, episode, kind, timeMs);
    if (kind !== 'customer' && kind !== 'credit') count[paper] += 1;
    const number = `${NUMBERED[paper]}-${String(count[paper]).padStart(6, '0')}`;
    const { customerId } = customer;
    await tell(episode, { customerId, number, administratorId: numbers.pick(options.administrators), timeMs });
    customer.balance += episode.change;
  }
  async function cover(customer: Customer, episode: Episode, kind: Kind, timeMs: number): Promise<void> {
    // What a refunded order gave back was spent before.
    const needed = kind === 'refunded-order' ? MOST_OF_AN_ORDER : -episode.change;
    while (kind !== 'unpaid-order' && customer.balance + customer.credit < needed)
      await play('deposit', customer, timeMs - 60_000);
  }

  for (let index = 0; index < options.orders; index += 1) {
    const timeMs = begin + Math.floor(((index + 1) / (options.orders + 1)) * SPAN_MS);
    const signedUp = Math.min(1, (index + 1) / options.orders / SIGN_UPS);
    while (customers.length < Math.ceil(signedUp * options.customers)) {
      const customerId = numbers.uuid();
      const customer = { customerId, walletId: walletIdOf(customerId, CURRENCY), balance: 0n, credit: 0n, orders: 0 };
      customers.push(customer);
      await play('customer', customer, timeMs - 120_000);
      if (customers.length % ON_CREDIT > 0) continue;
      await play('credit', customer, timeMs - 120_000);
      customer.credit = CREDIT;
    }
    const at = Math.floor(customers.length * numbers.next() ** 3);
    const customer = customers[at] as Customer;
    const hasMoney = at < options.customers * (1 - WITHOUT_MONEY);
    customer.orders += 1;
    await play(hasMoney ? drawn(numbers, SHARES) : 'unpaid-order', customer, timeMs);
    for (const [kind, share] of BESIDE) {
      if (!hasMoney || numbers.next() >= share) continue;
      if (kind.endsWith('deposit') || customer.balance >= MOST_OF_A_WITHDRAWAL) await play(kind, customer, timeMs + 1);
    }
    if (index % 5_000 === 0) options.onProgress(index, log.events);
  }
  await log.flush();
  return customers;
}

const NUMBERED = { order: 'GL', deposit: 'DEP', withdrawal: 'WDR' } as const;
const MOST_OF_AN_ORDER = 200_000n;
const MOST_OF_A_WITHDRAWAL = 5_000n;

function drawn(numbers: Numbers, shares: readonly (readonly [Kind, number])[]): Kind {
  const drawn = numbers.next();
  return (shares.find(([, upTo]) => drawn < upTo) ?? shares.at(-1) ?? ['order'])[0] as Kind;
}

type Delivered = { readonly lineId: string; readonly quantity: number; codesDigest: string };

const deliveredIn = ({ type, data }: Said): readonly Delivered[] =>
  type === 'OrderFulfilled' ? (data as { readonly lines: readonly Delivered[] }).lines : [];

/** Of the codes that shop-data.ts gives the line. */
const digestOfCodes = ({ lineId, quantity }: Delivered): string =>
  hash('sha256', Array.from({ length: quantity }, (_, at) => `${lineId.slice(0, -2)}0${at + 1}`).join('\n'));

type Own = Pick<Customer, 'customerId'> & {
  readonly number: string;
  readonly administratorId: string;
  readonly timeMs: number;
};

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const OTHERS = [RECORDED.number, RECORDED.time, RECORDED.expiresAt].map((text) => text.replaceAll('.', '\\.'));
const WORDS = new RegExp([UUID, ...OTHERS].join('|'), 'g');
const HOUR_MS = 3_600_000;
const WALLETS = CURRENCY_CODES.map((currency) => [currency, walletIdOf(RECORDED.customerId, currency)] as const);

/** Writes an episode as that of another paper: with its own ids, number and times. Ids of the catalogue stay. */
export function createTeller(log: Pick<LogWriter, 'write' | 'forget'>, numbers: Numbers, goods: readonly Goods[]) {
  const catalogue = new Set(goods.flatMap(({ productId, variantId }) => [productId, variantId]));
  const texts = new WeakMap<Episode, readonly string[]>();

  function textsOf(episode: Episode): readonly string[] {
    const known = texts.get(episode);
    if (known) return known;
    const made = episode.events.map(({ id, streamId, type, data, metadata }) => {
      const { hash: _hash, ...kept } = metadata as { hash?: string };
      return JSON.stringify({ id, streamId, type, data, metadata: kept });
    });
    texts.set(episode, made);
    return made;
  }

  return async (episode: Episode, { customerId, number, administratorId, timeMs }: Own): Promise<void> => {
    const words = new Map<string, string>([
      [RECORDED.number, number],
      [RECORDED.time, new Date(timeMs).toISOString()],
      [RECORDED.expiresAt, new Date(timeMs + HOUR_MS).toISOString()],
      [RECORDED.customerId, customerId],
      [RECORDED.administratorId, administratorId],
      ...WALLETS.map(([currency, recorded]) => [recorded, walletIdOf(customerId, currency)] as const),
      ...episode.events.map(({ id }) => [id, numbers.uuid()] as const),
    ]);
    const other = (word: string): string => {
      if (catalogue.has(word)) return word;
      const known = words.get(word) ?? numbers.uuidAt(timeMs);
      words.set(word, known);
      return known;
    };
    const ended = new Set<string>();
    for (const text of textsOf(episode)) {
      const said = JSON.parse(text.replace(WORDS, other)) as Said;
      for (const line of deliveredIn(said)) line.codesDigest = digestOfCodes(line);
      await log.write(said, timeMs);
      if (!said.streamId.startsWith('wallet-')) ended.add(said.streamId);
    }
    for (const streamId of ended) log.forget(streamId);
  };
}
