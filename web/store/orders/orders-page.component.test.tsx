import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Route } from 'wouter';
import type { Answer } from '#web/lib/api-types.ts';
import { type Answers, refusal } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { idOf, openOrder } from '#web/testing/samples.ts';
import { OrderPage } from './order-page.tsx';
import { OrdersPage } from './orders-page.tsx';

const meta = { current_page: 1, last_page: 2, per_page: 15, total: 16, from: 1, to: 15 };
const pageOf = (current_page: number): Answer<'GET /orders'> => ({
  data: current_page > 2 ? [] : [openOrder()],
  meta: { ...meta, current_page },
});

describe('the list of orders', () => {
  const open = (address: string, answers: Answers) => {
    history.replaceState(null, '', address);
    return renderScreen(<OrdersPage />, { realm: 'customer', answers });
  };

  it('has rows that are links: a press follows, a middle one opens another tab', async () => {
    const opened: (string | URL | undefined)[] = [];
    window.open = (url) => {
      opened.push(url);
      return null;
    };
    const { user } = open('/orders', { 'GET /orders': pageOf(1) });
    const link = await screen.findByRole('link', { name: 'GL-1001' });
    assert.equal(link.getAttribute('href'), `/orders/${idOf(40)}`);
    const cell = screen.getByText('$90.00');
    fireEvent(cell, new MouseEvent('auxclick', { bubbles: true, button: 1 }));
    assert.deepEqual(opened, [`/orders/${idOf(40)}`]);
    assert.equal(location.pathname, '/orders');
    await user.click(cell);
    assert.equal(location.pathname, `/orders/${idOf(40)}`);
  });

  it('leads back from beyond its last page, and Back does not lead there again', async () => {
    const before = history.length;
    open('/orders?page=9', { 'GET /orders': ({ query }) => pageOf(Number(query.page)) });
    await waitFor(() => assert.equal(location.search, '?page=2'));
    assert.ok(await screen.findByRole('link', { name: 'GL-1001' }));
    assert.equal(history.length, before);
  });

  it('says in a toast and in the page why it could not be loaded', async () => {
    open('/orders', { 'GET /orders': refusal(409, { message: 'The lists are being made.', code: 'conflict' }) });
    await waitFor(() => assert.equal(screen.getAllByText('The lists are being made.').length, 2));
    assert.ok(screen.getByRole('button', { name: 'Try again' }));
  });
});

describe('one order', () => {
  const open = (answer: Answers['GET /orders/:id']) => {
    history.replaceState(null, '', '/orders/nobody-knows');
    return renderScreen(
      <Route path="/orders/:id">
        <OrderPage />
      </Route>,
      { realm: 'customer', answers: answer ? { 'GET /orders/:id': answer } : {} },
    );
  };

  it('that does not exist is not worth another try', async () => {
    open(refusal(404, { message: 'This could not be found.', code: 'not_found' }));
    assert.ok(await screen.findByText('Order not found'));
    assert.ok(!screen.queryByRole('button', { name: 'Try again' }));
  });

  it('says, for all to see, that it loads', async () => {
    open(() => new Promise(() => undefined));
    const text = await screen.findByText('Loading order details...');
    assert.ok(!text.classList.contains('sr-only'));
  });
});
