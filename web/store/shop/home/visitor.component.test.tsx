import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { act, screen, waitFor } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { sessionAtoms } from '#web/lib/api/session-atoms.ts';
import { useCustomer } from '#web/lib/session/session.ts';
import { useEarlierChoices } from '#web/store/shared/add-to-cart.ts';
import { ProductCard } from '#web/store/shop/shared/product-card.tsx';
import { renderScreen } from '#web/testing/render.tsx';
import { customer, dollarWallet, fullCart, idOf, steamCard } from '#web/testing/samples.ts';
import { watchTimers } from '#web/testing/timers.ts';

const product = steamCard();

function Home() {
  useEarlierChoices(useCustomer().user !== undefined);
  return <ProductCard product={product} href="/products/x" look={{}} />;
}

describe('a visitor who wants to buy', () => {
  it('is led to sign in and back, and finds product and quantity in the cart', async () => {
    history.replaceState(null, '', '/?brand=steam');
    const { user, writes } = renderScreen(<Home />, {
      realm: 'customer',
      answers: {
        'GET /user': { data: customer() },
        'GET /wallets': { data: [dollarWallet()] },
        'GET /cart': fullCart(),
        'POST /cart': { message: 'Added.', ...fullCart() },
      },
    });
    act(() => getDefaultStore().set(sessionAtoms.customer, { status: 'signed-out' }));
    await user.click(await screen.findByRole('button', { name: 'Increase quantity of Steam 50' }));
    await user.click(screen.getByRole('button', { name: 'Add Steam 50 to cart' }));
    assert.deepEqual(writes(), []);
    await user.click(await screen.findByRole('button', { name: 'Sign in' }));
    assert.equal(location.pathname + location.search, '/login?redirect=%2F%3Fbrand%3Dsteam');

    const timers = watchTimers();
    act(() => getDefaultStore().set(sessionAtoms.customer, { status: 'signed-in', accessToken: 'token' }));
    await waitFor(() =>
      assert.deepEqual(
        writes().map(({ body }) => body),
        [{ variant_id: idOf(71), quantity: 2, wallet_id: dollarWallet().id }],
      ),
    );
    assert.ok(await screen.findByText('2 × Steam 50'));
    await timers.pass(3000);
    await waitFor(() => assert.ok(!screen.queryByText('2 × Steam 50'), 'it is said for three seconds'));
    assert.equal(sessionStorage.getItem('giftledger.choices'), null, 'put in once');
  });
});
