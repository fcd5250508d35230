import type { Currency, Money } from '#core/kernel/money/money.ts';
import { convert, multiply, parsePercentage, type Rates, type Ratio } from '#core/kernel/money/rates.ts';
import type { Rounding } from '#core/kernel/money/rounding.ts';

/** The terms of a purchase in a wallet of another currency than the product's. */
export type PricingTerms = {
  readonly rates: Rates;
  /** Of the discounted line, e.g. 2/100; charged only on converted lines. */
  readonly conversionFee: Ratio;
  /** Of discount and fee. */
  readonly rounding: Rounding;
};

export type LineToPrice = {
  /** Price of one, in the product's own currency. */
  readonly price: Money;
  readonly quantity: number;
  /** The customer's discount on this product; 1 % = 100. */
  readonly discountBasisPoints: number;
};

/** All in the wallet's currency. */
export type PricedLine = {
  /** Price of one, before discount. */
  readonly unitPrice: Money;
  /** quantity × unitPrice. */
  readonly gross: Money;
  readonly discount: Money;
  /** Zero when the product is priced in the wallet's currency. */
  readonly conversionFee: Money;
  /** gross − discount + conversionFee. */
  readonly total: Money;
};

const BASIS_POINTS = 10_000n;

/** The configured terms. @throws DomainError invalid_value for a fee that is no percentage */
export const pricingTerms = (config: {
  readonly rates: Rates;
  readonly conversionFeePercent: string;
  readonly rounding: Rounding;
}): PricingTerms => ({
  rates: config.rates,
  rounding: config.rounding,
  conversionFee: parsePercentage(config.conversionFeePercent),
});

/**
 * Prices one line for a wallet. Three roundings, in this order: the price of one is converted and rounded half to even (so
 * that quantity × unit price is exact on the invoice), then the line's discount and its conversion fee, as the terms say.
 */
export function priceLine(line: LineToPrice, walletCurrency: Currency, terms: PricingTerms): PricedLine {
  const unit = convertUnitPrice(line.price, walletCurrency, terms.rates);
  const isConverted = line.price.currency !== walletCurrency;
  const priced = priceUnits(unit, line.quantity, {
    discount: { numerator: BigInt(line.discountBasisPoints), denominator: BASIS_POINTS },
    fee: isConverted ? terms.conversionFee : null,
    rounding: terms.rounding,
  });
  const inWallet = (amount: bigint): Money => ({ amount, currency: walletCurrency });
  return {
    unitPrice: inWallet(unit),
    gross: inWallet(priced.gross),
    discount: inWallet(priced.discount),
    conversionFee: inWallet(priced.fee),
    total: inWallet(priced.total),
  };
}

/**
 * Prices a line from its unit price, in minor units of the wallet's currency: the discount, then the fee on what
 * remains.
 */
export function priceUnits(
  unit: bigint,
  quantity: number,
  by: { readonly discount: Ratio; readonly fee: Ratio | null; readonly rounding: Rounding },
) {
  const gross = unit * BigInt(quantity);
  const discount = multiply(gross, by.discount, by.rounding);
  const fee = by.fee ? multiply(gross - discount, by.fee, by.rounding) : 0n;
  return { gross, discount, fee, total: gross - discount + fee };
}

/** A price never rounds to nothing: the least is one minor unit. */
function convertUnitPrice(price: Money, to: Currency, rates: Rates): bigint {
  const { amount } = convert(price, to, rates);
  return amount === 0n && price.amount > 0n ? 1n : amount;
}

export type CartSums = {
  readonly subtotal: Money;
  readonly discount: Money;
  readonly conversionFees: Money;
  readonly total: Money;
};

export function sumLines(lines: readonly PricedLine[], currency: Currency): CartSums {
  const total = (pick: (line: PricedLine) => Money): Money => ({
    amount: lines.reduce((sum, line) => sum + pick(line).amount, 0n),
    currency,
  });
  return {
    subtotal: total((line) => line.gross),
    discount: total((line) => line.discount),
    conversionFees: total((line) => line.conversionFee),
    total: total((line) => line.total),
  };
}
