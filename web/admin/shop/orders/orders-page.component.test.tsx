import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor, within } from '@testing-library/react';
import { Route } from 'wouter';
import { type Answers, refusal } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { adminOrder, idOf } from '#web/testing/samples.ts';
import { OrderPage } from './order-page.tsx';
import { OrdersPage } from './orders-page.tsx';

const open = (address: string, answers: Answers) => {
  history.replaceState(null, '', address);
  const page = (
    <>
      <Route path="/admin/orders">
        <OrdersPage />
      </Route>
      <Route path="/admin/orders/:id">
        <main>
          <OrderPage />
        </main>
      </Route>
    </>
  );
  return renderScreen(page, { realm: 'admin', answers });
};
const toast = (text: string) =>
  waitFor(() => {
    const toasts = document.querySelector<HTMLElement>('#toasts');
    assert.ok(toasts && within(toasts).queryAllByText(text).length > 0, text);
  });
const away = () => Response.json({}, { status: 500 });

describe('orders that cannot be read', () => {
  it('are said in a toast and in the page, and what failed heads the reason of the server', async () => {
    open('/admin/orders', {
      'GET /admin/orders': refusal(500, { message: 'The database is away.', code: 'internal_error' }),
    });
    await toast('The database is away.');
    assert.ok(await screen.findByText('Failed to fetch orders'));
    assert.ok(screen.getByRole('button', { name: 'Try again' }));
  });

  for (const [what, address, key, said] of [
    ['the list', '/admin/orders', 'GET /admin/orders', 'Failed to fetch orders'],
    ['a search', '/admin/orders?term=GL-1', 'GET /admin/orders/search', 'Failed to search orders'],
    ['one of them', `/admin/orders/${idOf(40)}`, 'GET /admin/orders/:id', 'Failed to fetch order details'],
  ] as const) {
    it(`without a reason: ${what}`, async () => {
      open(address, { [key]: away });
      await toast(said);
    });
  }

  it('because there is no such order: the page says so, and no toast', async () => {
    const missing = refusal(404, { message: 'This order has never been.', code: 'not_found' });
    open(`/admin/orders/${idOf(41)}`, { 'GET /admin/orders/:id': missing });
    assert.ok(await screen.findByText('Order not found'));
    assert.equal(screen.getAllByText('This order has never been.').length, 1);
  });
});

describe('the page of an order', () => {
  it('is titled by its number', async () => {
    open(`/admin/orders/${idOf(40)}`, {
      'GET /admin/orders/:id': { data: adminOrder() },
      'GET /admin/audit/:kind/:id': {
        data: [],
        meta: { current_page: 1, last_page: 1, per_page: 15, total: 0, from: null, to: null },
      },
    });
    await waitFor(() => assert.equal(document.title, 'Order GL-1001 · Admin · Gift card store'));
  });
});
