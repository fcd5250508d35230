import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route } from 'wouter';
import type { Answer } from '#web/lib/call/api-types.ts';
import { type Answers, refusal, UNFORESEEN } from '#web/testing/network.ts';
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
    assert.equal(
      screen.getAllByText('Failed to load orders. Please try again later.').length,
      2,
      'what failed heads it',
    );
    assert.ok(screen.getByRole('button', { name: 'Try again' }));
  });

  it('has words of its own for what the server does not explain', async () => {
    open('/orders', { 'GET /orders': UNFORESEEN });
    await waitFor(() => assert.equal(screen.getAllByText('Failed to load orders. Please try again later.').length, 2));
  });

  it('says that there are none', async () => {
    open('/orders', { 'GET /orders': { data: [], meta: { ...meta, last_page: 1, total: 0, from: null, to: null } } });
    assert.ok(await screen.findByText('No orders found'));
  });

  for (const [answer, said] of [
    [refusal(404, { message: '', code: 'not_found' }), 'No invoice found for this order.'],
    [UNFORESEEN, 'Failed to download invoice. Please try again later.'],
    [refusal(409, { message: 'It is still being drawn.', code: 'conflict' }), 'It is still being drawn.'],
  ] as const) {
    it(`says of an invoice that was not saved: ${said}`, async () => {
      const { user } = open('/orders', { 'GET /orders': pageOf(1), 'GET /orders/:id/download-invoice': answer });
      await user.click(await screen.findByRole('button', { name: 'Invoice of GL-1001' }));
      assert.ok(await screen.findByText('Download Failed'));
      assert.ok(screen.getByText(said));
    });
  }
});

describe('the papers of a refunded order', () => {
  const amount = openOrder().total;
  const papers = [
    { id: idOf(40), kind: 'invoice', number: 'INV-2026-000042', issued_at: '2026-11-20T10:00:00.000Z', amount },
    { id: idOf(41), kind: 'credit-note', number: 'CN-2026-000007', issued_at: '2026-11-21T10:00:00.000Z', amount },
  ] as const;

  it('stand beside each other by their numbers; what was not saved is said', async () => {
    const order = openOrder({ payment_status: 'cancelled', invoices: [...papers] });
    history.replaceState(null, '', `/orders/${order.id}`);
    const { user } = renderScreen(<Route path="/orders/:id" component={OrderPage} />, {
      realm: 'customer',
      answers: {
        'GET /brands': { error: false, data: { brands: [] } },
        'GET /orders/:id': { data: order },
        'GET /orders/:id/credit-notes/:creditNoteId': refusal(409, { message: 'Not yet.', code: 'conflict' }),
      },
    });
    assert.ok(await screen.findByRole('button', { name: 'INV-2026-000042' }));
    await user.click(screen.getByRole('button', { name: 'CN-2026-000007' }));
    assert.ok(await screen.findByText('Not yet.'));
  });
});

describe('gift codes', () => {
  const order = openOrder({ payment_status: 'completed', fulfillment_status: 'completed' });
  const open = async (codes: Answers['GET /orders/:id/download-codes']) => {
    history.replaceState(null, '', '/orders');
    const { user } = renderScreen(<OrdersPage />, {
      realm: 'customer',
      answers: {
        'GET /orders': { data: [order], meta },
        'GET /orders/:id': { data: order },
        ...(codes && { 'GET /orders/:id/download-codes': codes }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Codes of GL-1001' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Gift Codes' }));
    await user.click(dialog.getByRole('button', { name: 'Reveal codes' }));
    return dialog;
  };
  const groupOf = (...codes: string[]) => ({ data: { data: [{ title: 'Steam 50', product_id: idOf(70), codes }] } });

  it('are listed by product; the button that copies them knows how many there are', async () => {
    const dialog = await open(groupOf('AAAA-1'));
    assert.ok(await dialog.findByRole('list', { name: 'Codes of Steam 50' }));
    assert.ok(dialog.getByRole('button', { name: 'Copy code AAAA-1' }));
    assert.ok(dialog.getByRole('button', { name: 'Copy Code' }));
  });

  it('are copied all at once where there are several', async () => {
    const dialog = await open(groupOf('AAAA-1', 'BBBB-2'));
    assert.ok(await dialog.findByRole('button', { name: 'Copy All Codes' }));
    assert.ok(dialog.getByText('Close'));
  });

  it('say that there are none', async () => {
    const dialog = await open(groupOf());
    assert.ok(await dialog.findByText('No codes found.'));
  });

  for (const [answer, title, said] of [
    [UNFORESEEN, 'Fetch Failed', 'Failed to fetch gift codes. Please try again later.'],
    [refusal(429, { message: 'Too many looks.', code: 'too_many_requests' }), 'Fetch Failed', 'Too many looks.'],
    [refusal(404, { message: '', code: 'not_found' }), 'Download Failed', 'No codes found for this order.'],
  ] as const) {
    it(`say why they do not show: ${said}`, async () => {
      await open(answer);
      assert.ok(await screen.findByText(title));
      assert.ok(screen.getByText(said));
    });
  }
});

describe('one order', () => {
  const open = (answer: Answers['GET /orders/:id']) => {
    history.replaceState(null, '', '/orders/nobody-knows');
    return renderScreen(
      <Route path="/orders/:id">
        <OrderPage />
      </Route>,
      { realm: 'customer', answers: { 'GET /brands': UNFORESEEN, ...(answer && { 'GET /orders/:id': answer }) } },
    );
  };

  it('that does not exist is not worth another try', async () => {
    open(refusal(404, { message: 'This could not be found.', code: 'not_found' }));
    assert.ok(await screen.findByText('Order not found'));
    assert.ok(!screen.queryByRole('button', { name: 'Try again' }));
  });

  it('says in a toast and in the page that it could not be loaded', async () => {
    open(UNFORESEEN);
    await waitFor(() =>
      assert.equal(screen.getAllByText('Failed to load order details. Please try again later.').length, 2),
    );
  });

  it('says that its items are not known', async () => {
    open({ data: openOrder({ payment_status: 'completed' }) });
    assert.ok(await screen.findByRole('heading', { name: 'Order GL-1001' }));
    assert.ok(screen.getByText('No item details available'));
    assert.ok(screen.getByText('Some products are out of stock'));
  });

  it('says, for all to see, that it loads', async () => {
    open(() => new Promise(() => undefined));
    const text = await screen.findByText('Loading order details...');
    assert.ok(!text.classList.contains('sr-only'));
  });
});
