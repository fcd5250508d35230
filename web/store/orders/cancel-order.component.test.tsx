import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { type Answers, refusal } from '#web/testing/network.ts';
import { pressRepeatedly, renderScreen } from '#web/testing/render.tsx';
import { AT, dollarWallet, idOf, openOrder, orderInPart, usd } from '#web/testing/samples.ts';
import { watchTimers } from '#web/testing/timers.ts';
import { OrderBanner } from './order-banner.tsx';

const order = openOrder({ total: usd(60_000n) });
const saved = { message: 'Order cancelled.', data: { ...order, cancelled_at: order.created_at } };

describe('an order that waits for its payment', () => {
  const open = (answers: Answers = {}, shown = order) =>
    renderScreen(<OrderBanner order={shown} />, {
      realm: 'customer',
      answers: { 'GET /wallets': { data: [dollarWallet()] }, ...answers },
    });
  const ask = async (user: ReturnType<typeof open>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Cancel order' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Cancel order' });
    return { dialog, confirm: () => screen.getAllByRole('button', { name: 'Cancel order' }).at(-1) as HTMLElement };
  };

  it('says what is missing, by what can be spent', async () => {
    open();
    assert.ok(await screen.findByText(/Your USD wallet is \$80\.00 short/));
    const deposit = screen.getByRole('link', { name: 'Deposit Funds' }).getAttribute('href');
    assert.match(deposit ?? '', /^\/deposits\/new\?wallet=[0-9a-f-]{36}&amount=80\.00$/);
  });

  it('counts down by the second, and says when its time has passed', async () => {
    const timers = watchTimers();
    const now = mock.method(Date, 'now', () => Date.parse(AT));
    const expiry = Date.parse(AT) + 48 * 3_600_000 - 500;
    open({}, { ...order, expires_at: new Date(expiry).toISOString() });
    assert.equal((await screen.findByRole('timer')).textContent, '47:59:59');
    now.mock.mockImplementation(() => expiry);
    await timers.pass(1000);
    assert.equal(screen.getByRole('timer').textContent, 'Expired');
    assert.ok(screen.getByText(/will be cancelled automatically; nothing was charged/));
    assert.equal(screen.queryByRole('link', { name: 'Deposit Funds' }), null, 'funds come too late');
  });

  it('that ended says why, and where the money is', () => {
    const cancelled = {
      ...order,
      payment_status: 'cancelled',
      fulfillment_status: 'cancelled',
      cancelled_at: AT,
    } as const;
    open({}, { ...cancelled, cancel_reason: 'expired' });
    assert.ok(screen.getByText('This order has expired'));
    assert.ok(screen.getByText(/It was not paid in time and was cancelled automatically\. No payment was taken/));
    cleanup();
    open({}, { ...cancelled, cancel_reason: 'customer' });
    assert.ok(screen.getByText('This order was cancelled'));
    assert.ok(screen.getByText('No payment was taken.'));
    cleanup();
    open({}, { ...cancelled, cancel_reason: 'administrator', paid_at: AT });
    assert.ok(screen.getByText('$600.00 goes back to your USD wallet.'));
  });

  it('is kept when the question is answered with no', async () => {
    const { user, writes } = open();
    const { dialog } = await ask(user);
    assert.match(
      dialog.textContent ?? '',
      /Order GL-1001 has not been paid; nothing is charged\. This cannot be undone/,
    );
    await user.click(screen.getByRole('button', { name: 'Keep order' }));
    await waitFor(() => assert.ok(!screen.queryByRole('alertdialog')));
    assert.deepEqual(writes(), []);
  });

  it('is cancelled once, however often the button is pressed', async () => {
    const answer = Promise.withResolvers<typeof saved>();
    const { user, writes } = open({ 'POST /orders/:id/cancel': () => answer.promise });
    const { confirm } = await ask(user);
    await pressRepeatedly(user, confirm());
    await waitFor(() => assert.equal(writes().length, 1));
    answer.resolve(saved);
    assert.ok(await screen.findByText('Order cancelled.'));
    await waitFor(() => assert.ok(!screen.queryByRole('alertdialog')));
    assert.deepEqual(
      writes().map(({ params }) => params),
      [{ id: idOf(40) }],
    );
  });

  it('says why it is not cancelled, and keeps asking', async () => {
    const { user } = open({
      'POST /orders/:id/cancel': refusal(409, { message: 'It was paid a moment ago.', code: 'order_paid' }),
    });
    const { confirm } = await ask(user);
    await user.click(confirm());
    assert.ok(await screen.findByText('It was paid a moment ago.'));
    assert.ok(screen.getByRole('alertdialog', { name: 'Cancel order' }));
  });
});

describe('an order that is delivered in part', () => {
  const part = orderInPart();
  const open = (answers: Answers = {}) =>
    renderScreen(<OrderBanner order={part} />, {
      realm: 'customer',
      answers: { 'GET /wallets': { data: [dollarWallet()] }, ...answers },
    });
  const ask = async (user: ReturnType<typeof open>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Release the rest' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Release the rest' });
    return {
      dialog,
      confirm: () => screen.getAllByRole('button', { name: 'Release the rest' }).at(-1) as HTMLElement,
    };
  };

  it('says how many codes are here, and what the rest waits for', async () => {
    open();
    assert.ok(await screen.findByText('4 of 9 gift codes are here'));
    assert.ok(screen.getByText(/The rest \(\$50\.00\) is delivered automatically as soon as new stock arrives/));
  });

  it('names the amount before the rest is released, and sends it once', async () => {
    const { user, writes } = open({ 'POST /orders/:id/release': { message: '$50.00 is back.', data: part } });
    const { dialog, confirm } = await ask(user);
    assert.match(
      dialog.textContent ?? '',
      /The 5 gift codes that are not here yet will not be delivered\. \$50\.00 goes back to your USD wallet at once/,
    );
    await pressRepeatedly(user, confirm());
    assert.ok(await screen.findByText('$50.00 is back.'));
    assert.deepEqual(
      writes().map(({ params, body }) => ({ params, body })),
      [{ params: { id: idOf(40) }, body: { amount: '50.00' } }],
    );
  });

  it('says that more was delivered meanwhile, and asks with the amount of now', async () => {
    const message = 'Codes were delivered meanwhile, the rest is $40.00 now. Nothing was released.';
    const { user } = open({ 'POST /orders/:id/release': refusal(422, { message, code: 'invalid_value' }) });
    const { confirm } = await ask(user);
    await user.click(confirm());
    assert.ok(await screen.findByText(message));
    assert.ok(screen.getByRole('alertdialog', { name: 'Release the rest' }));
  });

  it('says what became of a rest that was released', async () => {
    const released = {
      fulfillment_status: 'partial',
      undelivered: null,
      released_at: AT,
      refunded: usd(5_000n),
    } as const;
    renderScreen(<OrderBanner order={orderInPart(released)} />, { realm: 'customer', answers: {} });
    assert.ok(await screen.findByText('The rest of this order was released'));
    assert.ok(screen.getByText(/4 of 9 gift codes were delivered; \$50\.00 went back to your USD wallet/));
  });
});
