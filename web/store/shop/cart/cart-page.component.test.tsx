import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { CartItem } from '#bff/contract/shop/cart.ts';
import { type Answers, UNFORESEEN } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { customer, dollarWallet, fullCart, idOf, usd } from '#web/testing/samples.ts';
import { CartPage } from './cart-page.tsx';

const item: CartItem = {
  id: idOf(80),
  quantity: 2,
  unit_price: usd(5_000n),
  price: usd(10_000n),
  discount: usd(1_000n),
  conversion_fee: usd(90n),
  total: usd(9_090n),
  variant: {
    id: idOf(81),
    name: '$50',
    stock_amount: 0,
    price: usd(5_000n),
    product: { id: idOf(82), name: 'Steam 50', brand_name: 'Steam', region: 'us', images: [] },
  },
};

describe('the cart', () => {
  const open = (cart: Answers['GET /cart'], answers: Answers = {}) =>
    renderScreen(<CartPage />, {
      realm: 'customer',
      answers: {
        'GET /user': { data: customer() },
        'GET /wallets': { data: [dollarWallet()] },
        'GET /brands': { error: false, data: { brands: [] } },
        ...(cart && { 'GET /cart': cart }),
        ...answers,
      },
    });

  it('says one thing of a line that is gone for good', async () => {
    const message = 'Steam 50 is out of stock for good. Please remove it.';
    const issue = { id: item.id, variant_id: item.variant.id, name: 'Steam 50', code: 'unavailable', message } as const;
    const validation = { ...fullCart().meta.validation, valid: false, invalid_items: [issue] };
    open({ ...fullCart({ validation }), data: [item] });
    assert.equal((await screen.findAllByText(message)).length, 1);
    assert.ok(screen.getByText('There are issues with some items in your cart.'));
    assert.ok(!screen.queryByText(/Pre order/));
  });

  it('does not load for ever where the wallets could not be loaded, and loads them when asked to', async () => {
    let isAway = true;
    const wallets = () => (isAway ? UNFORESEEN.clone() : { data: [dollarWallet()] });
    const { user } = open(fullCart(), { 'GET /wallets': wallets });
    assert.ok(await screen.findByText('There was an error loading your cart. Please try again later.'));
    isAway = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    assert.ok(await screen.findByText('Your cart is empty'));
  });

  it('shows a line as its order will: what it costs after discount, with its fee', async () => {
    open({ ...fullCart(), data: [item] });
    assert.ok(await screen.findByText('$90.90'));
    assert.ok(screen.getByText('- $10.00 off'));
    assert.ok(screen.getByText('incl. $0.90 fee'));
    assert.match(screen.getByText('$50.00').parentElement?.textContent ?? '', /2 × \$50\.00/);
    assert.ok(screen.getByText(/Pre order/));
  });

  it('says what one costs only where there are more', async () => {
    open({ ...fullCart(), data: [{ ...item, quantity: 1, price: usd(5_000n), total: usd(5_000n) }] });
    assert.ok(await screen.findByText('$50.00'));
    assert.ok(!screen.queryByText(/×/));
  });

  it('says that it could not be loaded', async () => {
    open(UNFORESEEN);
    assert.ok(await screen.findByText('There was an error loading your cart. Please try again later.'));
  });

  it('says that it is empty, and what was removed', async () => {
    const message = 'Steam 50 is no longer sold and was removed.';
    const removed = {
      id: item.id,
      variant_id: item.variant.id,
      name: 'Steam 50',
      code: 'unavailable',
      message,
    } as const;
    open(fullCart({ validation: { ...fullCart().meta.validation, valid: false, removed_items: [removed] } }));
    assert.ok(await screen.findByText('Your cart is empty'));
    assert.ok(screen.getByText('There are issues with some items in your cart.'));
    assert.ok(screen.getByText('Some items were removed due to availability changes.'));
    assert.ok(screen.getByText(message));
  });

  it('keeps what was there when a change fails, and says which one did', async () => {
    const { user } = open(
      { ...fullCart(), data: [item] },
      { 'PUT /cart/:id': UNFORESEEN, 'DELETE /cart/:id': UNFORESEEN, 'DELETE /cart': UNFORESEEN },
    );
    await user.click(await screen.findByRole('button', { name: 'Increase quantity of Steam 50' }));
    assert.ok(await screen.findByText('Failed to update item quantity'));
    await user.click(screen.getByRole('button', { name: 'Remove Steam 50' }));
    assert.ok(await screen.findByText('Failed to remove item from cart'));
    await user.click(screen.getByRole('button', { name: 'Clear cart' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Clear cart' }));
    assert.ok(await screen.findByText('Failed to clear cart'));
    await waitFor(() => assert.ok(screen.getByText('$90.90')));
  });

  it('is read again when its window is seen again, because another tab may have changed it', async () => {
    const totals = { ...fullCart().meta.totals, total: usd(76_000n) };
    let cart = { ...fullCart(), data: [item] };
    open(() => cart);
    await screen.findByText('$90.90');
    cart = { ...fullCart({ totals }), data: [item] };
    fireEvent(window, new Event('focus'));
    assert.ok(await screen.findByText('$760.00'));
  });

  it('says, for all to see, that it loads', async () => {
    open(() => new Promise(() => undefined));
    assert.ok(!(await screen.findByText('Loading your cart...')).classList.contains('sr-only'));
  });
});
