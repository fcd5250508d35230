import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import type { Role } from '#core/aggregates/admin/roles.ts';
import type { Answers } from '#web/testing/network.ts';
import { renderScreen, textIn } from '#web/testing/render.tsx';
import { AT, adminProduct, idOf, ownerSession } from '#web/testing/samples.ts';
import { DiscountsTab } from './discounts-tab.tsx';

const NOTHING_PLANNED = {
  data: [],
  meta: { current_page: 1, last_page: 1, per_page: 100, total: 0, from: 0, to: 0 },
};
const bare = adminProduct({ id: idOf(60), name: 'Steam $50', variant: null });

describe('the discounts of a customer', () => {
  it('list a product without a variant as the products do', async () => {
    renderScreen(<DiscountsTab userId={idOf(1)} />, {
      realm: 'admin',
      answers: {
        'GET /admin/catalogue/changes': NOTHING_PLANNED,
        'GET /admin/products': {
          data: [bare],
          meta: { current_page: 1, last_page: 1, per_page: 50, total: 1, from: 1, to: 1 },
        },
        'GET /admin/users/:id/discounts': { data: [], second_approval_above: 20, left_alone: 30 },
      },
    });
    assert.ok(await screen.findByText('No variant'));
    assert.ok(screen.getByRole('textbox', { name: 'Discount on Steam $50 in percent' }));
  });

  const list = { current_page: 1, last_page: 1, per_page: 50, total: 1, from: 1, to: 1 };
  const openWith = (by: string, answers: Answers = {}, roles: readonly Role[] = ['owner']) =>
    renderScreen(<DiscountsTab userId={idOf(1)} />, {
      realm: 'admin',
      roles,
      answers: {
        'GET /admin/catalogue/changes': NOTHING_PLANNED,
        'GET /admin/products': { data: [bare], meta: list },
        'GET /admin/users/:id/discounts': {
          data: [
            {
              user_id: idOf(1),
              product_id: bare.id,
              percentage: 5,
              proposed: { by: { id: by, name: 'Ben Ode' }, at: AT, percentage: 35 },
            },
          ],
          second_approval_above: 20,
          left_alone: 30,
        },
        ...answers,
      },
    });

  it('show one that waits beside what is in force, for another administrator to confirm exactly', async () => {
    const { user, writes } = openWith(idOf(91), {
      'POST /admin/discounts': { message: 'Discount applied successfully', discount: null },
    });
    assert.ok(await screen.findByText(/More than 20 % needs a second administrator/));
    assert.equal(textIn(screen.getByRole('textbox', { name: 'Discount on Steam $50 in percent' })), '5');
    assert.ok(screen.getByText(/^Ben Ode approved 35 % on/));
    await user.click(screen.getByRole('button', { name: 'Confirm: 35 % on Steam $50' }));
    await waitFor(() => assert.equal(writes().length, 1));
    assert.deepEqual(writes()[0]?.body, { user_id: idOf(1), product_id: bare.id, percentage: 35, expect_proposed: 35 });
  });

  it('are taken back by who asked for them, and not confirmed', async () => {
    const { user, writes } = openWith(ownerSession().data.administrator.id, {
      'POST /admin/discounts/reject': { message: 'The discount that waited was rejected' },
    });
    assert.ok(await screen.findByText(/^You approved 35 % on/));
    assert.equal(screen.queryByRole('button', { name: /^Confirm/ }), null);
    await user.click(screen.getByRole('button', { name: 'Take back: 35 % on Steam $50' }));
    await waitFor(() => assert.equal(writes().length, 1));
    assert.deepEqual(writes()[0]?.body, { user_id: idOf(1), product_id: bare.id, expect_proposed: 35 });
  });

  it('are set for a brand by who decides about customers', async () => {
    const { user } = openWith(idOf(91), { 'GET /admin/brands': { error: false, data: { brands: [] } } });
    await user.click(await screen.findByRole('button', { name: 'Set for a brand' }));
    assert.ok(await screen.findByText('There is no brand yet.'));
  });

  it('are only read by others', async () => {
    openWith(idOf(91), {}, ['auditor']);
    assert.ok(await screen.findByText('5 %'));
    assert.equal(screen.queryByRole('button', { name: 'Set for a brand' }), null);
  });
});
