import { InvalidArgumentError } from 'commander';
import type { OrderLine } from '#core/aggregates/order/events.ts';
import { priceUnits } from '#core/aggregates/order/pricing.ts';
import { CURRENCY_CODES, type Currency } from '#core/kernel/money/currencies.ts';
import { decimalToMinor } from '#core/kernel/money/decimals.ts';
import { multiplyHalfEven, parsePercentage, parseRatio, type Ratio } from '#core/kernel/money/rates.ts';
import { ROUNDINGS } from '#core/kernel/money/rounding.ts';

/** The rules that differ; those left out stay as they were. */
export type OtherRules = {
  /** Of every wallet in that currency, in minor units, from its first day on. */
  readonly creditLimit?: Partial<Record<Currency, bigint>>;
  /** The conversion fee of converted lines. */
  readonly fee?: Ratio;
  readonly depositFee?: string;
  /** The discount on every line. */
  readonly discount?: Ratio;
  /** The factor by which prices in a wallet of that currency are converted differently. */
  readonly rate?: Partial<Record<Currency, Ratio>>;
};

/** What is imagined has no version of the settings. */
export const WHAT_IF_ROUNDING = ROUNDINGS[0];

type Repriced = { readonly total: bigint; readonly fee: bigint };

/**
 * A line under other rules. It was converted if it names the price in the product's currency, or, in older orders, if it
 * had a fee. A rate is given as it was and as it is imagined: it counts for wallets of its currency, and the other way
 * round for what is priced in it.
 */
export function reprice(line: OrderLine, rules: OtherRules): Repriced {
  const { unitPrice, quantity, discount, conversionFee, listPrice } = line;
  const gross = unitPrice.amount * BigInt(quantity);
  const isConverted = listPrice !== undefined || conversionFee.amount > 0n;
  const rate = isConverted ? rateOf(unitPrice.currency, listPrice?.currency, rules) : undefined;
  const unit = rate ? multiplyHalfEven(unitPrice.amount, rate) : unitPrice.amount;
  const wasFee =
    conversionFee.amount > 0n ? { numerator: conversionFee.amount, denominator: gross - discount.amount } : null;
  return priceUnits(unit > 0n ? unit : 1n, quantity, {
    discount: rules.discount ?? { numerator: discount.amount, denominator: gross },
    fee: isConverted ? (rules.fee ?? wasFee) : null,
    rounding: WHAT_IF_ROUNDING,
  });
}

/** Whether a rate might have priced the line differently, but its order does not say in which currency the product is. */
export const isUnknownToRates = ({ unitPrice, conversionFee, listPrice }: OrderLine, { rate }: OtherRules): boolean =>
  listPrice === undefined && conversionFee.amount > 0n && rate !== undefined && rate[unitPrice.currency] === undefined;

function rateOf(wallet: Currency, product: Currency | undefined, { rate = {} }: OtherRules): Ratio | undefined {
  const [into, from] = [rate[wallet], product && rate[product]];
  if (!into && !from) return undefined;
  const [one, other] = [into ?? SAME, from ?? SAME];
  return { numerator: one.numerator * other.denominator, denominator: one.denominator * other.numerator };
}
const SAME: Ratio = { numerator: 1n, denominator: 1n };

/** `USD=5000`, several times. */
export function parseLimits(text: string, before: OtherRules['creditLimit']): OtherRules['creditLimit'] {
  const [currency, amount] = namedCurrency(text, 'USD=5000');
  const limit = decimalToMinor(amount, currency);
  if (limit === undefined) throw new InvalidArgumentError('Expected a currency and an amount, such as USD=5000.');
  return { ...before, [currency]: limit };
}

/** `EUR=1.10:1.20`: what a euro was worth, and what it is imagined to be. */
export function parseRates(text: string, before: OtherRules['rate']): OtherRules['rate'] {
  const [currency, rates] = namedCurrency(text, 'EUR=1.10:1.20');
  const [was, instead] = rates.split(':').map(ratio);
  if (!was || !instead)
    throw new InvalidArgumentError('Expected the rate as it was and as it is imagined: EUR=1.10:1.20.');
  // The more a currency is worth, the less of it a price takes.
  const change = {
    numerator: was.numerator * instead.denominator,
    denominator: was.denominator * instead.numerator,
  };
  return { ...before, [currency]: change };
}

export function parsePercent(text: string): Ratio {
  try {
    const percent = parsePercentage(text);
    if (percent.numerator < percent.denominator) return percent;
  } catch {
    // The error is thrown below.
  }
  throw new InvalidArgumentError('Expected a percentage below 100, such as 2.5.');
}

export const parsePercentText = (text: string): string => {
  parsePercent(text);
  return text;
};

function namedCurrency(text: string, example: string): [Currency, string] {
  const [code = '', value = ''] = text.split('=');
  const currency = CURRENCY_CODES.find((known) => known === code.toUpperCase());
  if (!currency) throw new InvalidArgumentError(`Expected a currency and its value, such as ${example}.`);
  return [currency, value];
}

function ratio(text: string): Ratio | undefined {
  if (!/^\d+(\.\d+)?$/.test(text) || Number(text) === 0) return undefined;
  return parseRatio(text);
}
