import { type Money, money } from '#core/kernel/money/money.ts';
import { multiplyHalfEven } from '#core/kernel/money/rates.ts';
import type { OrderLine } from './events.ts';

export type LinePart = { readonly lineId: string; readonly quantity: number };
/** What codes cost; the fee is the part of the amount that is conversion fee. */
export type Worth = { readonly amount: Money; readonly conversionFee: Money };

/**
 * The cost of the codes that are not delivered yet. The share of a line's discount and fee for its first codes is
 * rounded once, half to even; the remainder belongs to the other codes. So the parts of an order sum to its total,
 * however it is divided.
 */
export function worthOfRest(lines: readonly OrderLine[], delivered: readonly LinePart[]): Worth {
  const [first] = lines;
  if (!first) throw new RangeError('An order has lines.');
  const { currency } = first.total;
  let [amount, fee] = [0n, 0n];
  for (const { line, quantity } of restOf(lines, delivered)) {
    const before = { numerator: BigInt(line.quantity - quantity), denominator: BigInt(line.quantity) };
    const lineFee = line.conversionFee.amount - multiplyHalfEven(line.conversionFee.amount, before);
    const discount = line.discount.amount - multiplyHalfEven(line.discount.amount, before);
    fee += lineFee;
    amount += BigInt(quantity) * line.unitPrice.amount - discount + lineFee;
  }
  return { amount: money(amount, currency), conversionFee: money(fee, currency) };
}

/** The lines with missing codes, and how many. */
export function restOf(
  lines: readonly OrderLine[],
  delivered: readonly LinePart[],
): readonly { readonly line: OrderLine; readonly quantity: number }[] {
  const by = new Map(delivered.map(({ lineId, quantity }) => [lineId, quantity]));
  return lines
    .map((line) => ({ line, quantity: line.quantity - (by.get(line.lineId) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}
