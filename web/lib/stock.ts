import type { Product } from '#bff/contract/catalogue.ts';

/** From here down the number left is worth a warning colour. */
const FEW = 25;

export type Stock = { kind: 'out' | 'pre-order' | 'few' | 'plenty'; amount: number; label: string };

/** How a product's stock reads: 'Out of stock' for good, 'Pre order' when there is none now, else how many. */
export function stockOf(product: Pick<Product, 'isPermanentOutOfStock' | 'variant'>): Stock {
  const amount = product.variant?.stock_amount ?? 0;
  if (product.isPermanentOutOfStock) return { kind: 'out', amount: 0, label: 'Out of stock' };
  if (amount <= 0) return { kind: 'pre-order', amount: 0, label: 'Pre order' };
  const label = `${amount.toLocaleString('en-US')} in stock`;
  return { kind: amount <= FEW ? 'few' : 'plenty', amount, label };
}

/** True when more is asked for than is there now; what is not there at all is a pre-order and no surprise. */
export const exceedsStock = (stock: Stock, quantity: number): boolean => stock.amount > 0 && quantity > stock.amount;
