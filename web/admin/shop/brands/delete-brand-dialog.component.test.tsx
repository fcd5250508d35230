import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import type { AdminBrand } from '#bff/contract/shop/brand.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { DeleteBrandDialog } from './delete-brand-dialog.tsx';

const brand = (products_count: number): AdminBrand => ({
  id: 7,
  name: 'Steam & Co',
  title: 'Steam & Co',
  logo: null,
  logoUrl: null,
  hasLogo: false,
  color: null,
  glyph: 'gift',
  description: null,
  website: null,
  updated_at: '2026-01-01T00:00:00.000Z',
  products_count,
});

describe('deleting a brand', () => {
  const open = (products: number) => {
    const onDelete = mock.fn();
    const dialog = <DeleteBrandDialog brand={brand(products)} onDelete={onDelete} onClose={() => undefined} />;
    return { ...renderScreen(dialog, { realm: 'admin', answers: {} }), onDelete };
  };

  it('asks first, where it has no products', async () => {
    const { user, onDelete } = open(0);
    assert.ok(await screen.findByText('Are you sure you want to delete "Steam & Co"? This action cannot be undone.'));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => assert.equal(onDelete.mock.callCount(), 1));
  });

  it('is not offered while it has products: it says how many and leads to them', async () => {
    open(5);
    assert.ok(await screen.findByText(/"Steam & Co" has 5 products.*give them another brand first/));
    assert.equal(screen.queryByRole('button', { name: 'Delete' }), null);
    const link = screen.getByRole('link', { name: 'Show the products' });
    assert.equal(link.getAttribute('href'), '/admin/products?brand=Steam%20%26%20Co');
  });
});
