import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { cleanup, screen, waitFor } from '@testing-library/react';
import type { NotificationPage } from '#bff/contract/people/notification.ts';
import { queryClient } from '#web/lib/cache/query-client.ts';
import { NotificationPanel } from '#web/shared/notifications/notification-panel.tsx';
import { type Answers, refusal, UNFORESEEN } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { dollarWallet, idOf } from '#web/testing/samples.ts';
import { CartPanel } from './cart-panel.tsx';
import { customerNotification } from './customer-notification.ts';
import { WalletPicker } from './wallet-picker.tsx';

describe('the wallet in the bar', () => {
  it('says what can be spent, and the balance and the credit behind it', async () => {
    const { user } = renderScreen(<WalletPicker credit="$100.00" />, {
      realm: 'customer',
      answers: { 'GET /wallets': { data: [dollarWallet()] } },
    });
    await user.click(await screen.findByRole('button', { name: 'Wallet: USD $520.00 to spend' }));
    assert.ok(await screen.findByText('Balance $500.00'));
    assert.ok(screen.getByText('Credit limit $100.00'));
  });
});

describe('the wallet in the bar that could not be loaded', () => {
  it('says no amount, as nobody knows it', async () => {
    const { user } = renderScreen(<WalletPicker credit={null} />, {
      realm: 'customer',
      answers: { 'GET /wallets': UNFORESEEN },
    });
    const picker = await screen.findByRole('button', { name: 'Wallet: USD — to spend' });
    assert.doesNotMatch(picker.textContent ?? '', /\d/);
    await user.click(picker);
    assert.ok(await screen.findByText('Wallet history'));
  });
});

describe('the notifications', () => {
  const AT = '2026-11-20T10:00:00.000Z';
  const page: NotificationPage = {
    data: [
      { type: 'DepositApprovedNotification', data: { message: 'Your deposit.', deposit_id: idOf(10) } },
      { type: 'WithdrawalCreatedNotification', data: { message: 'Your withdrawal.', withdrawal_id: idOf(20) } },
      { type: 'OrderCompletedNotification', data: { message: 'Your order.', order_id: idOf(40) } },
    ].map((each, index) => ({ ...each, id: String(index), read_at: null, created_at: AT })),
    meta: { current_page: 1, last_page: 2, per_page: 3, total: 6, from: 1, to: 3, unread_count: 6 },
  };
  const open = (answer: NotificationPage | Response | (() => NotificationPage | Response), others: Answers = {}) =>
    renderScreen(<NotificationPanel realm="customer" describe={customerNotification} onClose={() => undefined} />, {
      realm: 'customer',
      answers: {
        'GET /notifications': answer,
        'PATCH /notifications/:id': { message: 'Read.', unread_count: 5 },
        ...others,
      },
    });

  const { IntersectionObserver } = globalThis;
  afterEach(() => {
    globalThis.IntersectionObserver = IntersectionObserver;
  });

  it('lead to the object itself, three kinds of them', async () => {
    open(page);
    const link = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href');
    assert.equal(await link(/Deposit approved/), `/deposits?open=${idOf(10)}`);
    assert.equal(await link(/Withdrawal created/), `/withdraw?open=${idOf(20)}`);
    assert.ok(screen.getByRole('button', { name: /Order completed/ }));
  });

  it('load more when their end is 50 pixels away', async () => {
    const watched: { target: Element; margin: string | undefined }[] = [];
    globalThis.IntersectionObserver = class extends IntersectionObserver {
      readonly margin: string | undefined;
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super(callback, options);
        this.margin = options?.rootMargin;
      }
      override observe(target: Element): void {
        watched.push({ target, margin: this.margin });
      }
    };
    open(page);
    await screen.findByText('Your order.');
    await waitFor(() => assert.equal(watched.at(-1)?.margin, '50px'));
    const target = watched.at(-1)?.target;
    assert.ok(target && target === target.parentElement?.lastElementChild, 'nothing follows what is watched');
    assert.equal(target.textContent, '', 'and it has no height of its own');
  });

  it('say why they could not be fetched, and can be tried again', async () => {
    let isAway = true;
    const { user } = open(() => (isAway ? refusal(409, { message: 'The bell is mended.', code: 'conflict' }) : page));
    assert.ok((await screen.findAllByText('The bell is mended.')).length > 0);
    isAway = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    assert.ok(await screen.findByText('Your order.'));
  });

  it('say that there are none, or no more', async () => {
    open({ data: [], meta: { ...page.meta, total: 0, unread_count: 0, last_page: 1 } });
    assert.ok(await screen.findByText('No notifications'));
    assert.ok(!screen.queryByRole('button', { name: 'Mark all as read' }));
    cleanup();
    queryClient.clear();
    open({ ...page, meta: { ...page.meta, last_page: 1 } });
    assert.ok(await screen.findByText('No more items to load'));
  });

  it('have words of their own for what the server does not explain', async () => {
    open(UNFORESEEN);
    assert.ok(await screen.findByText('Loading notifications...'));
    await waitFor(() => assert.equal(screen.getAllByText('Failed to fetch notifications').length, 2));
  });

  it('are unread again when the mark could not be kept, and that is said', async () => {
    const { user } = open(page, { 'PATCH /notifications/:id': UNFORESEEN, 'PATCH /notifications': UNFORESEEN });
    await user.click(await screen.findByRole('button', { name: /Order completed/ }));
    assert.ok(await screen.findByText('Failed to mark notification as read'));
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    assert.ok(await screen.findByText('Failed to mark all notifications as read'));
    assert.equal(screen.getAllByText('(unread)').length, 3);
  });
});

describe('the cart in the bar', () => {
  const open = (cart: Answers['GET /cart']) =>
    renderScreen(<CartPanel onNavigate={() => undefined} />, {
      realm: 'customer',
      answers: { 'GET /wallets': { data: [dollarWallet()] }, ...(cart && { 'GET /cart': cart }) },
    });

  it('says that it loads, and that it could not be loaded', async () => {
    open(UNFORESEEN);
    assert.ok(screen.getByText('Loading cart...'));
    assert.ok(await screen.findByText('Failed to load your cart. Please try again.'));
  });
});
