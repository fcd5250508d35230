import type { Product } from '#bff/contract/shop/catalogue.ts';

/** Up to this number the stock has a warning colour. */
const FEW = 25;

export type Stock = { kind: 'out' | 'pre-order' | 'few' | 'plenty'; amount: number; label: string };

/** The words for a product's stock: 'Out of stock' where it is permanent, 'Pre order' where there is none now, else the number. */
export function stockOf(product: Pick<Product, 'isPermanentOutOfStock' | 'variant'>): Stock {
  const amount = product.variant?.stock_amount ?? 0;
  if (product.isPermanentOutOfStock) return { kind: 'out', amount: 0, label: 'Out of stock' };
  if (amount <= 0) return { kind: 'pre-order', amount: 0, label: 'Pre order' };
  const label = `${amount.toLocaleString('en-US')} in stock`;
  return { kind: amount <= FEW ? 'few' : 'plenty', amount, label };
}

/** True where more is wanted than is there now. A product without any stock is a pre-order, which needs no warning. */
export const exceedsStock = (stock: Stock, quantity: number): boolean => stock.amount > 0 && quantity > stock.amount;
