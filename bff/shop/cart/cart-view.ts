import { minorJson, moneyJson } from '#bff/contract/base/money-json.ts';
import type { Cart, CartIssue, CartItem } from '#bff/contract/shop/cart.ts';
import { productImages } from '#bff/shop/pictures/images.ts';
import {
  type CartSums,
  type PricedLine,
  type PricingTerms,
  priceLine,
  sumLines,
} from '#core/aggregates/order/pricing.ts';
import { type Currency, formatMoney, MAX_MINOR_UNITS } from '#core/kernel/money/money.ts';
import type { Rules } from '#core/ledger/rules.ts';
import type { CartLineRow } from './cart-store.ts';

type PricedCartLine = { readonly row: CartLineRow; readonly priced: PricedLine };

/** Something for which a cart is not ordered. */
type Obstacle = CartIssue & { readonly code: Exclude<CartIssue['code'], 'price_changed'> };

/** A cart with prices in the wallet's currency and notices for the customer. */
export type PricedCart = {
  readonly walletId: string;
  readonly currency: Currency;
  readonly lines: readonly PricedCartLine[];
  readonly sums: CartSums;
  /** Lines that stop a checkout until the customer takes them out. */
  readonly invalid: readonly Obstacle[];
  /** Lines whose product is gone from the store; they were left out. */
  readonly removed: readonly CartIssue[];
  /** Lines whose price has changed since they were added. */
  readonly updated: readonly CartIssue[];
};

/** Pure. */
export function priceCart(
  cart: { readonly walletId: string; readonly currency: Currency },
  rows: readonly CartLineRow[],
  terms: PricingTerms,
): PricedCart {
  const lines = rows
    .filter((row) => row.isActive)
    .map((row) => ({
      row,
      priced: priceLine(
        {
          price: { amount: row.priceMinor, currency: row.currency },
          quantity: row.quantity,
          discountBasisPoints: row.discountBasisPoints,
        },
        cart.currency,
        terms,
      ),
    }));
  const kept = lines.map(({ row }) => row);
  const sums = sumLines(
    lines.map(({ priced }) => priced),
    cart.currency,
  );
  return {
    ...cart,
    lines,
    sums,
    invalid: invalidOf(kept, sums.total.amount),
    removed: rows
      .filter((row) => !row.isActive)
      .map((row) => issue(row, 'unavailable', `${row.productName} is no longer sold and was removed.`)),
    updated: kept.filter(hasMovedPrice).map((row) => issue(row, 'price_changed', priceChange(row))),
  };
}

/** What of the cart is not ordered, and why: the screen shows it, and a checkout is refused by it. */
function invalidOf(rows: readonly CartLineRow[], total: bigint): Obstacle[] {
  const gone = rows.filter((row) => row.isPermanentOutOfStock);
  if (gone.length > 0) {
    return gone.map((row) =>
      issue(row, 'unavailable', `${row.productName} is out of stock for good. Please remove it.`),
    );
  }
  if (total > MAX_MINOR_UNITS) {
    const message = 'This cart costs more than one order may. Please take something out.';
    return rows.map((row) => issue(row, 'too_much', message));
  }
  if (total > 0n) return [];
  // An order has a price: a free product is one of several.
  return rows.map((row) =>
    issue(
      row,
      'nothing_to_pay',
      `With your discount, ${row.productName} costs nothing here. Please order it together with something that is paid.`,
    ),
  );
}

const hasMovedPrice = (row: CartLineRow) => row.notedPrice !== row.priceMinor || row.notedCurrency !== row.currency;

const priceChange = (row: CartLineRow) =>
  `The price of ${row.productName} changed from ${formatMoney({ amount: row.notedPrice, currency: row.notedCurrency })} to ${formatMoney({ amount: row.priceMinor, currency: row.currency })}.`;

const issue = <Code extends CartIssue['code']>(row: CartLineRow, code: Code, message: string) => ({
  id: row.id,
  variant_id: row.variantId,
  name: row.productName,
  code,
  message,
});

/** The cart in the contract's form. */
export function cartJson(
  cart: PricedCart,
  { partialDelivery, orderTermHours }: Pick<Rules, 'partialDelivery' | 'orderTermHours'>,
): Cart {
  return {
    data: cart.lines.map(itemJson),
    meta: {
      wallet_id: cart.walletId,
      totals: {
        items_count: cart.lines.reduce((count, { row }) => count + row.quantity, 0),
        subtotal: moneyJson(cart.sums.subtotal),
        discount: moneyJson(cart.sums.discount),
        conversion_fees: moneyJson(cart.sums.conversionFees),
        total: moneyJson(cart.sums.total),
      },
      may_deliver_in_part: partialDelivery && cart.lines.some(({ row }) => BigInt(row.quantity) > row.available),
      pay_within_hours: orderTermHours,
      validation: {
        valid: cart.invalid.length === 0,
        has_changes: cart.removed.length + cart.updated.length > 0,
        invalid_items: [...cart.invalid],
        removed_items: [...cart.removed],
        updated_items: [...cart.updated],
      },
    },
  };
}

function itemJson({ row, priced }: PricedCartLine): CartItem {
  return {
    id: row.id,
    quantity: row.quantity,
    unit_price: moneyJson(priced.unitPrice),
    price: moneyJson(priced.gross),
    discount: moneyJson(priced.discount),
    conversion_fee: moneyJson(priced.conversionFee),
    total: moneyJson(priced.total),
    variant: {
      id: row.variantId,
      name: row.variantName,
      stock_amount: Number(row.available),
      price: minorJson(row.priceMinor, row.currency),
      product: {
        id: row.productId,
        name: row.productName,
        brand_name: row.brandName,
        region: row.region,
        images: productImages(row.imageFileId),
      },
    },
  };
}
