import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { act, screen, waitFor } from '@testing-library/react';
import type { Cart } from '#bff/contract/shop/cart.ts';
import { type Answers, refusal, UNFORESEEN } from '#web/testing/network.ts';
import { pressRepeatedly, renderScreen } from '#web/testing/render.tsx';
import { customer, dollarWallet, fullCart, idOf, openOrder, usd } from '#web/testing/samples.ts';
import { CartSummary } from './cart-summary.tsx';

const wallet = dollarWallet();
/** What the cart's screen shows. */
const SHOWN = {
  expect_total: '90.00',
  expect_lines: fullCart().data.map(({ variant, quantity, total }) => ({
    variant_id: variant.id,
    quantity,
    total: total.decimal,
  })),
};
const placed = { message: 'Order placed.', order: openOrder({ payment_status: 'completed' }) };

describe('checking out', () => {
  const open = (answers: Answers = {}, cart: Cart = fullCart()) => {
    history.replaceState(null, '', '/cart');
    return renderScreen(<CartSummary cart={cart} wallet={wallet} />, {
      realm: 'customer',
      answers: { 'GET /wallets': { data: [wallet] }, 'GET /user': { data: customer() }, ...answers },
    });
  };
  const button = () => screen.findByRole('button', { name: 'Proceed to Checkout' });

  it('shows what it costs and what can be spent', async () => {
    open();
    assert.ok(await screen.findByText('$520.00 available to spend'));
    assert.ok(!screen.queryByText(/short/));
  });

  it('says what a wallet is short of: the order then waits', async () => {
    const totals = { ...fullCart().meta.totals, total: usd(60_000n) };
    open({}, fullCart({ totals }));
    assert.ok(await screen.findByText('Your wallet is $80.00 short'));
    assert.equal((await button()).getAttribute('aria-disabled'), null);
  });

  it('sends nothing for a cart that has to be looked at', async () => {
    const validation = { ...fullCart().meta.validation, valid: false };
    const { user, writes } = open({}, fullCart({ validation }));
    await user.click(await button());
    assert.deepEqual(writes(), []);
  });

  it('places one order, however often the button is pressed, and leads to it', async () => {
    const answer = Promise.withResolvers<typeof placed>();
    const { user, writes } = open({ 'POST /checkout': () => answer.promise });
    await pressRepeatedly(user, await button());
    await waitFor(() => assert.equal(writes().length, 1));
    answer.resolve(placed);
    await waitFor(() => assert.equal(location.pathname, `/orders/${idOf(40)}`));
    assert.deepEqual(
      writes().map(({ body }) => body),
      [{ wallet_id: wallet.id, ...SHOWN }],
    );
  });

  it('places one order where two presses come before the screen changes', async () => {
    const answer = Promise.withResolvers<typeof placed>();
    const { writes } = open({ 'POST /checkout': () => answer.promise });
    const place = await button();
    act(() => {
      place.click();
      place.click();
    });
    answer.resolve(placed);
    await waitFor(() => assert.equal(location.pathname, `/orders/${idOf(40)}`));
    assert.equal(writes().length, 1);
  });

  it('asks whether what is in stock may come first, where not all of it is, and sends the choice only then', async () => {
    const { user, writes } = open({ 'POST /checkout': placed }, fullCart({ may_deliver_in_part: true }));
    await user.click(await screen.findByRole('checkbox', { name: /Deliver what is in stock now/ }));
    await user.click(await button());
    await waitFor(() => assert.equal(location.pathname, `/orders/${idOf(40)}`));
    assert.deepEqual(
      writes().map(({ body }) => body),
      [{ wallet_id: wallet.id, ...SHOWN, allow_partial: true }],
    );
  });

  it('begins with the choice in the settings, and sends what is ticked now', async () => {
    const delivery = { in_part: true, chosen_at: '2026-11-01T08:00:00.000Z' };
    const answers = { 'POST /checkout': placed, 'GET /user': { data: customer({ delivery }) } };
    const { user, writes } = open(answers, fullCart({ may_deliver_in_part: true }));
    const box = await screen.findByRole('checkbox', { name: /Deliver what is in stock now/ });
    await waitFor(() => assert.ok((box as HTMLInputElement).checked));
    await user.click(box);
    await user.click(await button());
    await waitFor(() => assert.equal(writes().length, 1));
    assert.deepEqual(writes()[0]?.body, { wallet_id: wallet.id, ...SHOWN, allow_partial: false });
  });

  it('does not ask where all of it is in stock, or the store delivers whole orders only', async () => {
    open();
    await button();
    assert.equal(screen.queryByRole('checkbox'), null);
  });

  it('says why it is refused, and stays in the cart', async () => {
    const { user } = open({
      'POST /checkout': refusal(422, { message: 'A price has changed.', code: 'cart_changed' }),
    });
    await user.click(await button());
    assert.ok(await screen.findByText('A price has changed.'));
    assert.equal(location.pathname, '/cart');
  });

  it('says what a failure without a reason means', async () => {
    const { user } = open({ 'POST /checkout': UNFORESEEN });
    await user.click(await button());
    assert.ok(await screen.findByText(/^Checkout failed\. Please try again\. .*nothing is charged twice\.$/));
  });

  it('sends the same Idempotency-Key again after a call without an answer: there is one order', async () => {
    let isAway = true;
    const { user, writes } = open({
      'POST /checkout': () => {
        if (isAway) throw new TypeError('the network is gone');
        return placed;
      },
    });
    await user.click(await button());
    await screen.findByText(/nothing is charged twice\. /);
    isAway = false;
    await user.click(await button());
    await waitFor(() => assert.equal(location.pathname, `/orders/${idOf(40)}`));
    assert.ok(writes().length > 1);
    assert.equal(new Set(writes().map(({ idempotencyKey }) => idempotencyKey)).size, 1);
  });
});
