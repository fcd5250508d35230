import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, within } from '@testing-library/react';
import type { AdminProduct } from '#bff/contract/shop/admin-product.ts';
import type { Answers } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { adminProduct, ownerSession } from '#web/testing/samples.ts';
import { ProductsPage } from './products-page.tsx';

const product = (change: Partial<AdminProduct> = {}) => adminProduct({ is_archived: true, ...change });
const meta = { current_page: 1, last_page: 1, per_page: 50, total: 1, from: 1, to: 1 };

describe('products that are not on sale', () => {
  const open = (address: string, answers: Answers = {}) => {
    history.replaceState(null, '', address);
    return renderScreen(<ProductsPage />, {
      realm: 'admin',
      answers: {
        'GET /admin/products': { data: [product()], meta },
        'GET /admin/session': ownerSession(),
        'GET /admin/brands': { error: false, data: { brands: [] } },
        'GET /brands': { error: false, data: { brands: [] } },
        'GET /admin/products/:id/codes': { data: [], meta: { ...meta, total: 0, from: null, to: null } },
        ...answers,
      },
    });
  };

  it('say so in the list, and are put on sale from their stock', async () => {
    const { user, writes } = open('/admin/products', {
      'POST /admin/products/:id/restore': { message: 'Back.', data: product({ is_archived: false }) },
    });
    assert.ok(await screen.findByText('Not on sale'));
    await user.click(screen.getByRole('button', { name: `Stock of ${product().name}` }));
    const stock = within(await screen.findByRole('dialog', { name: `Stock of ${product().name}` }));
    assert.ok(stock.getByText('Add its codes first. Without any, customers could only order it in advance.'));
    await user.click(stock.getByRole('button', { name: 'Put on sale' }));
    await screen.findByText('Back.');
    assert.equal(stock.queryAllByText('Not on sale').length, 0);
    assert.deepEqual(
      writes().map(({ key, params }) => [key, params]),
      [['POST /admin/products/:id/restore', { id: product().id }]],
    );
  });

  it('begin in a form that the command palette opens', async () => {
    const { user } = open('/admin/products?new=product');
    const form = await screen.findByRole('dialog', { name: 'New product' });
    assert.ok(within(form).getByText('A draft, which is not in the store. Add its codes next, then put it on sale.'));
    await user.click(within(form).getByRole('button', { name: 'Cancel' }));
    assert.equal(screen.queryAllByRole('dialog').length, 0);
    assert.equal(location.search, '');
  });
});
