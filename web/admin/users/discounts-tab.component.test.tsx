import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen } from '@testing-library/react';
import type { AdminProduct } from '#bff/contract/admin-product.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { idOf } from '#web/testing/samples.ts';
import { DiscountsTab } from './discounts-tab.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const bare: AdminProduct = {
  id: idOf(60),
  name: 'Steam $50',
  short_description: null,
  description: null,
  category_name: 'Gaming',
  brand_name: 'Steam',
  region: 'uk',
  images: [],
  isPermanentOutOfStock: false,
  variant: null,
  currency: '',
  stock_total: 0,
  stock_reserved: 0,
  stock_sold: 0,
  is_archived: false,
  created_at: AT,
  updated_at: AT,
};

describe('the discounts of a customer', () => {
  it('list a product without a variant as the products do', async () => {
    renderScreen(<DiscountsTab userId={idOf(1)} />, {
      realm: 'admin',
      answers: {
        'GET /admin/products': {
          data: [bare],
          meta: { current_page: 1, last_page: 1, per_page: 50, total: 1, from: 1, to: 1 },
        },
        'GET /admin/users/:id/discounts': { data: [] },
      },
    });
    assert.ok(await screen.findByText('No variant'));
    assert.ok(screen.getByRole('textbox', { name: 'Discount on Steam $50 in percent' }));
  });
});
