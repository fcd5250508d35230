import type { OfficeProduct } from '#bff/shop/products/product-store.ts';
import { minorToDecimal } from '#core/kernel/money/decimals.ts';
import { formatMoney } from '#core/kernel/money/money.ts';
import type { Line, Problem } from './line.ts';

const WHOLE = 10_000n;

/** A price changed by basis points (-500 is 5 % less), to the minor unit; half a unit is rounded up. */
export const changedBy = (minor: bigint, basisPoints: number): bigint =>
  (minor * (WHOLE + BigInt(basisPoints)) + WHOLE / 2n) / WHOLE;

/** What a change of prices by a percentage makes of each product. */
export const priceLines = (products: readonly OfficeProduct[], basisPoints: number): readonly Line[] =>
  products.map((product, index): Line => {
    const { id, name, variantName, priceMinor, currency, waitingPrice } = product;
    const shown = {
      line: index + 1,
      subject: id,
      name: variantName === null ? name : `${name}, ${variantName}`,
      shownAt: product.updatedAt.toISOString(),
    };
    const wrong = (message: string): Line => {
      const problems: Problem[] = [{ column: null, message }];
      return { ...shown, state: 'wrong', fields: [], problems, target: null };
    };
    if (priceMinor === null || currency === null) return wrong('The product has no price.');
    if (waitingPrice) {
      const price = formatMoney({ amount: BigInt(waitingPrice.price_minor), currency: waitingPrice.currency });
      return wrong(`A price of ${price} waits for a second administrator. Decide that one first.`);
    }
    const after = changedBy(priceMinor, basisPoints);
    if (after <= 0n) return wrong('The price would be nothing.');
    const target = { currency, priceMinor: after.toString(), beforeMinor: priceMinor.toString() };
    if (after === priceMinor) return { ...shown, state: 'unchanged', fields: [], problems: [], target };
    const text = (minor: bigint) => `${minorToDecimal(minor, currency)} ${currency}`;
    const fields = [{ name: 'price', before: text(priceMinor), after: text(after) }];
    return { ...shown, state: 'changed', fields, problems: [], target };
  });
