import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Product } from '#bff/contract/shop/catalogue.ts';
import { exceedsStock, stockOf } from './stock.ts';

const product = (
  amount: number | null,
  isPermanentOutOfStock = false,
): Pick<Product, 'isPermanentOutOfStock' | 'variant'> => ({
  isPermanentOutOfStock,
  variant: {
    id: '3ad9800f-113e-57a4-bac4-814d56028080',
    name: '€50',
    price: { amount: '4920', decimal: '49.20', formatted: '€49.20', currency: 'EUR' },
    stock_amount: amount,
  },
});

describe('stock of a product', () => {
  it('out of stock for good wins over any number', () => {
    assert.equal(stockOf(product(12, true)).label, 'Out of stock');
  });

  it('none or an unknown number is a pre-order', () => {
    assert.equal(stockOf(product(0)).label, 'Pre order');
    assert.equal(stockOf(product(null)).label, 'Pre order');
    assert.equal(stockOf({ isPermanentOutOfStock: false, variant: null }).label, 'Pre order');
  });

  it('a number is shown, and a small one is marked', () => {
    assert.deepEqual(stockOf(product(1234)), { kind: 'plenty', amount: 1234, label: '1,234 in stock' });
    assert.equal(stockOf(product(3)).kind, 'few');
  });

  it('warns only when some are there, but fewer than asked for', () => {
    assert.equal(exceedsStock(stockOf(product(3)), 4), true);
    assert.equal(exceedsStock(stockOf(product(3)), 3), false);
    assert.equal(exceedsStock(stockOf(product(0)), 4), false);
  });
});
