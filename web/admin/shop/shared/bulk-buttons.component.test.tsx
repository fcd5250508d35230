import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Answers } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { AT, idOf } from '#web/testing/samples.ts';
import { BulkButtons } from './bulk-buttons.tsx';

const brand = (id: number, title: string, products_count: number) => ({
  id,
  title,
  name: title,
  logo: null,
  logoUrl: null,
  hasLogo: false,
  color: null,
  glyph: 'gift' as const,
  description: null,
  website: null,
  updated_at: AT,
  products_count,
});
const CHANGE = {
  message: 'Read.',
  data: {
    customer: null,
    id: idOf(1),
    kind: 'prices' as const,
    title: 'x',
    file_sha256: null,
    read_as: null,
    digest: 'd'.repeat(64),
    status: 'shown' as const,
    can_apply: true,
    created_by: { id: idOf(90), name: 'Ada' },
    created_at: AT,
    counts: { new: 0, changed: 1, unchanged: 0, wrong: 0, far: 0, refused: 0 },
    due_at: null,
    time_zone: null,
    confirmed_by: null,
    ended_at: null,
    applied: null,
  },
};
const open = (answers: Answers = {}, of: 'products' | 'brands' = 'products') => {
  history.replaceState(null, '', `/admin/${of}`);
  return renderScreen(<BulkButtons of={of} />, {
    realm: 'admin',
    answers: {
      'GET /admin/brands': {
        error: false,
        data: { brands: [brand(1, 'Steam', 3), brand(2, 'Apple', 1), brand(3, 'Bare', 0)] },
      },
      ...answers,
    },
  });
};

describe('changes of many products', () => {
  it('asks which brands, by how much and from when, and shows the prices', async () => {
    const { user, writes } = open({ 'POST /admin/catalogue/prices': CHANGE });
    await user.click(screen.getByRole('button', { name: 'Change prices' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change prices' }));
    await dialog.findByRole('checkbox', { name: 'Apple 1 product' });
    assert.equal(dialog.queryByRole('checkbox', { name: /Bare/ }), null);
    await user.click(dialog.getByRole('button', { name: 'Show the prices' }));
    assert.ok(await dialog.findByText('Please choose a brand'));
    assert.ok(dialog.getByText('Please enter a percentage, such as 5 or -2.5'));
    await user.click(dialog.getByRole('checkbox', { name: 'All brands (2)' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Apple 1 product' }));
    await user.type(dialog.getByRole('textbox', { name: /^Percentage/ }), '-2,5');
    await user.click(dialog.getByRole('button', { name: 'Show the prices' }));
    await waitFor(() => assert.equal(location.pathname, `/admin/catalogue-changes/${idOf(1)}`));
    const [{ body } = { body: undefined }] = writes();
    assert.deepEqual(body, {
      brand_ids: [1],
      percentage: -2.5,
    });
  });

  it('says which columns a file has, and sends nothing else than a CSV', async () => {
    const { user, writes } = open();
    await user.click(screen.getByRole('button', { name: 'Import CSV' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Import products' }));
    assert.ok(dialog.getByText('name, variant_name, brand_name, category_name, region, currency, price'));
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    assert.ok(input);
    await userEvent.setup({ applyAccept: false }).upload(input, new File(['x'], 'x.pdf', { type: 'application/pdf' }));
    assert.ok(await dialog.findByText('File type not supported. Please choose a CSV file.'));
    assert.deepEqual(writes(), []);
  });

  it('has no prices of brands themselves', () => {
    open({}, 'brands');
    assert.ok(screen.getByRole('button', { name: 'Export CSV' }));
    assert.equal(screen.queryByRole('button', { name: 'Change prices' }), null);
  });
});
