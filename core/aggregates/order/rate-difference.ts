import { DomainError } from '#core/kernel/errors.ts';
import type { Currency } from '#core/kernel/money/currencies.ts';
import { type AppliedRate, appliedRates, type DatedRates, ratesOf } from '#core/kernel/money/dated-rates.ts';
import { type Money, money } from '#core/kernel/money/money.ts';
import { accounts, balanced, credit, debit } from '#core/kernel/money/postings.ts';
import { multiplyHalfEven, parseRatio, type Rates, type Ratio } from '#core/kernel/money/rates.ts';
import type { OrderEvent } from './events.ts';

type Placement = Extract<OrderEvent, { type: 'OrderPlaced' }>['data'];
type Booked = Extract<OrderEvent, { type: 'OrderRateDifferenceBooked' }>;

/**
 * The gain or loss because the rates moved between the order and its payment, as an event; null when they did not. Each
 * converted line, without its fee, is worth its price × the rate of the payment's day ÷ the rate it was priced at,
 * rounded once, half to even.
 */
export function rateDifference(placement: Placement, today: DatedRates): Booked | null {
  const { currency, lines, rates: priced = [] } = placement;
  const converted = lines.flatMap(({ listPrice, ...line }) =>
    listPrice ? [{ ...line, from: listPrice.currency }] : [],
  );
  const rates = appliedRates([currency, ...converted.map(({ from }) => from)], today);
  // Without the rates that it was priced at, or today's, nothing is known to have moved.
  if (priced.length === 0 || rates.length < priced.length) return null;
  const [then, now] = [ratesOf(byCurrency(priced)), ratesOf(today)];
  const gain = converted.reduce((sum, { quantity, unitPrice, discount, from }) => {
    const net = BigInt(quantity) * unitPrice.amount - discount.amount;
    return sum + net - multiplyHalfEven(net, over(worth(from, currency, now), worth(from, currency, then)));
  }, 0n);
  return gain === 0n ? null : booked(placement, 'payment', money(gain, currency), rates);
}

/** The opposite, for an order whose payment is refunded; for a part of it, in proportion. Null when that rounds to nothing. */
export function reversed(placement: Placement, { amount, rates }: Booked['data'], refunded: Money): Booked | null {
  const share = { numerator: refunded.amount, denominator: placement.total.amount };
  const taken = multiplyHalfEven(amount.amount, share);
  return taken === 0n ? null : booked(placement, 'refund', money(-taken, amount.currency), rates);
}

function booked(
  { orderId, number, currency }: Placement,
  reason: Booked['data']['reason'],
  amount: Money,
  rates: AppliedRate[],
): Booked {
  // A reversed gain is taken from the account that it was booked on, and a reversed loss from its own account.
  const isGain = amount.amount > 0n === (reason === 'payment');
  const account = isGain ? accounts.fxGains(currency) : accounts.fxLosses(currency);
  const postings = balanced(debit(accounts.sales(currency), amount), credit(account, amount));
  const document = { kind: 'order', id: orderId, number } as const;
  return { type: 'OrderRateDifferenceBooked', data: { reason, amount, rates, document, postings } };
}

const byCurrency = (rates: readonly AppliedRate[]): DatedRates =>
  Object.fromEntries(rates.map(({ currency, ...held }) => [currency, held]));

/** The worth of one unit of a currency in another. @throws DomainError when a rate is missing */
function worth(from: Currency, to: Currency, rates: Rates): Ratio {
  const of = (currency: Currency) => {
    const rate = rates[currency];
    if (rate === undefined) throw new DomainError('invalid_value', `There is no rate of ${currency}.`, { currency });
    return parseRatio(rate);
  };
  return over(of(from), of(to));
}

const over = (one: Ratio, other: Ratio): Ratio => ({
  numerator: one.numerator * other.denominator,
  denominator: one.denominator * other.numerator,
});
