import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { renderScreen } from '#web/testing/render.tsx';
import { customer, openOrder } from '#web/testing/samples.ts';
import { StoreKeys } from './store-keys.tsx';

const meta = { current_page: 1, last_page: 1, per_page: 50, total: 0, from: null, to: null };
const NONE = { data: [], meta };

describe('the keys of the store', () => {
  const open = () => {
    history.replaceState(null, '', '/products');
    const order = openOrder();
    const page = renderScreen(
      <>
        <StoreKeys />
        <input aria-label="Any field" />
      </>,
      {
        realm: 'customer',
        answers: {
          'GET /user': { data: customer() },
          'GET /products/search': { ...NONE, spelling: null },
          'GET /orders': { data: [order], meta: { ...meta, total: 1, from: 1, to: 1 } },
          'GET /deposits': NONE,
          'GET /withdrawals': NONE,
        },
      },
    );
    return { ...page, order };
  };

  it('open the palette, which finds an order by its amount and leads to places', async () => {
    const { user, order } = open();
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('option', { name: 'Deposit Funds' });
    assert.equal(screen.queryByRole('option', { name: /^Order / }), null, 'no records before something is typed');
    await user.type(screen.getByRole('combobox'), order.total.formatted);
    await user.click(await screen.findByRole('option', { name: new RegExp(`^Order ${order.order_number}`) }));
    assert.equal(location.pathname, `/orders/${order.id}`);
  });

  it('are listed by the question mark, but not while one types', async () => {
    const { user } = open();
    await user.type(screen.getByRole('textbox', { name: 'Any field' }), '?');
    assert.equal(screen.queryByRole('dialog'), null);
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('?');
    await screen.findByRole('option', { name: /^Show these keys/ });
    assert.ok(screen.getByRole('option', { name: /^Search products and your orders.*K$/ }));
    await user.keyboard('{Escape}');
    await waitFor(() => assert.equal(screen.queryByRole('option'), null));
  });
});
