import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { Route } from 'wouter';
import type { AdminOrderDetail } from '#bff/contract/shop/order.ts';
import { type Answers, refusal, UNFORESEEN } from '#web/testing/network.ts';
import { pressRepeatedly, renderScreen } from '#web/testing/render.tsx';
import { adminOrder, idOf, orderInPart } from '#web/testing/samples.ts';
import { OrderPage } from './order-page.tsx';

const paid = adminOrder({ payment_status: 'completed', paid_at: '2026-11-20T10:00:01.000Z' });
const cancelled = {
  message: 'Order cancelled.',
  data: adminOrder({ ...paid, payment_status: 'cancelled', allowed_statuses: [] }),
};

const open = (order: AdminOrderDetail, answers: Answers = {}) => {
  history.replaceState(null, '', `/admin/orders/${order.id}`);
  return renderScreen(<Route path="/admin/orders/:id" component={OrderPage} />, {
    realm: 'admin',
    answers: {
      'GET /admin/orders/:id': { data: order },
      'GET /admin/audit/:kind/:id': {
        data: [],
        meta: { current_page: 1, last_page: 1, per_page: 15, total: 0, from: null, to: null },
      },
      ...answers,
    },
  });
};

describe('cancelling an order in the back office', () => {
  const ask = async (user: ReturnType<typeof open>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Cancel order' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Cancel order' });
    return { dialog, confirm: () => screen.getAllByRole('button', { name: 'Cancel order' }).at(-1) as HTMLElement };
  };

  it('stands beside the rate that the order was priced at', async () => {
    open(adminOrder({ rates: [{ currency: 'EUR', rate: '1.0834', from: '2026-11-20', source: 'ecb' }] }));
    const rate = await screen.findByText('1 EUR = 1.0834 USD');
    assert.match(rate.parentElement?.textContent ?? '', /European Central Bank, Nov 20, 2026$/);
  });

  it('says that the money of a paid order goes back', async () => {
    const { user } = open(paid);
    const { dialog } = await ask(user);
    assert.match(dialog.textContent ?? '', /\$90\.00 go back to the wallet at once\. This action cannot be undone/);
  });

  it('leaves a credit note beside the invoice, each by its number', async () => {
    const amount = paid.total;
    const papers = [
      { id: idOf(40), kind: 'invoice', number: 'INV-2026-000042', issued_at: '2026-11-20T10:00:01.000Z', amount },
      { id: idOf(41), kind: 'credit-note', number: 'CN-2026-000007', issued_at: '2026-11-21T10:00:00.000Z', amount },
    ] as const;
    const { user } = open(adminOrder({ ...cancelled.data, invoices: [...papers] }), {
      'GET /admin/orders/:id/credit-notes/:creditNoteId': refusal(404, { message: 'Gone.', code: 'not_found' }),
    });
    assert.ok(await screen.findByText('INV-2026-000042'));
    await user.click(screen.getByRole('button', { name: 'Download' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Credit note CN-2026-000007' }));
    await screen.findByText('Gone.');
  });

  it('says that nothing was paid for one that waits', async () => {
    const { user, writes } = open(adminOrder());
    const { dialog } = await ask(user);
    assert.match(dialog.textContent ?? '', /nothing was paid for it/);
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => assert.ok(!screen.queryByRole('alertdialog')));
    assert.deepEqual(writes(), []);
  });

  it('is sent once, however often the button is pressed', async () => {
    const answer = Promise.withResolvers<typeof cancelled>();
    const { user, writes } = open(paid, { 'PATCH /admin/orders/:id/status': () => answer.promise });
    const { confirm } = await ask(user);
    await pressRepeatedly(user, confirm());
    await waitFor(() => assert.equal(writes().length, 1));
    answer.resolve(cancelled);
    await waitFor(() => assert.ok(!screen.queryByRole('alertdialog')));
    assert.deepEqual(
      writes().map(({ params, body }) => ({ params, body })),
      [{ params: { id: idOf(40) }, body: { status: 'cancelled', expect_refund: '90.00' } }],
    );
  });

  it('says why it is refused, and keeps asking', async () => {
    const { user } = open(paid, {
      'PATCH /admin/orders/:id/status': refusal(409, {
        message: 'It was fulfilled a moment ago.',
        code: 'invalid_state',
      }),
    });
    const { confirm } = await ask(user);
    await user.click(confirm());
    assert.ok(await screen.findByText('It was fulfilled a moment ago.'));
    assert.ok(screen.getByRole('alertdialog', { name: 'Cancel order' }));
  });
});

describe('the rest of an order in the back office', () => {
  it('is released for the amount that the question names', async () => {
    const part = adminOrder({ ...orderInPart(), allowed_statuses: ['completed'], can_fulfill: true });
    const data = adminOrder({
      ...part,
      fulfillment_status: 'partial',
      undelivered: null,
      released_at: part.created_at,
    });
    const { user, writes } = open(part, {
      'POST /admin/orders/:id/release': { message: 'Released.', data },
      'GET /brands': UNFORESEEN,
    });
    assert.ok(await screen.findByText(/4 of 9 gift codes are delivered\. \$50\.00 is held for the rest/));
    await user.click(screen.getByRole('button', { name: 'Release the rest' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Release the rest' });
    assert.match(dialog.textContent ?? '', /\$50\.00 goes back to the wallet at once/);
    await user.click(screen.getAllByRole('button', { name: 'Release the rest' }).at(-1) as HTMLElement);
    assert.ok(await screen.findByText('Released.'));
    assert.deepEqual(
      writes().map(({ body }) => body),
      [{ amount: '50.00' }],
    );
  });
});
