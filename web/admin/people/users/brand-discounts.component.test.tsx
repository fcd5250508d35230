import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, within } from '@testing-library/react';
import type { AdminProduct } from '#bff/contract/shop/admin-product.ts';
import { type Answers, refusal } from '#web/testing/network.ts';
import { pressRepeatedly, renderScreen } from '#web/testing/render.tsx';
import { AT, adminProduct, idOf } from '#web/testing/samples.ts';
import { BrandDiscounts } from './brand-discounts.tsx';

const USER = idOf(1);
const ROUTE = 'POST /admin/discounts';

const product = (index: number, of: Partial<AdminProduct> = {}) =>
  adminProduct({ id: idOf(60 + index), name: `Steam $${index}0`, variant: null, ...of });
const BRAND = { image_url: null, color: '#112233', glyph: 'gift', products_count: 5, created_at: AT, updated_at: AT };
const brand = (id: number, title: string) => ({ ...BRAND, id, title, image: null }) as never;

type Body = { product_id: string; percentage: number };
/** A server that stores what it is sent. */
const set = ({ body }: { body: unknown }) => {
  const { product_id, percentage } = body as Body;
  return { message: 'Set', discount: { user_id: USER, product_id, percentage, proposed: null } };
};
const waiting = (index: number) => ({
  ...{ user_id: USER, product_id: idOf(60 + index), percentage: 5 },
  proposed: { by: { id: idOf(91), name: 'Ben Ode' }, at: AT, percentage: 35 },
});

/** Steam, in two pages: $10 has 5 %, $20 has 12 % already, another one of $30 waits, $40 and $50 have none, $60 is archived. */
function open(answer: Answers[typeof ROUTE] = set, limits = { second_approval_above: 20, left_alone: 30 }) {
  const products = [1, 2, 3, 4, 5, 6].map((index) => product(index, { is_archived: index === 6 }));
  let closed = 0;
  const screenOf = renderScreen(<BrandDiscounts userId={USER} onClose={() => (closed += 1)} />, {
    realm: 'admin',
    answers: {
      'GET /admin/brands': { error: false, data: { brands: [brand(1, 'Xbox'), brand(2, 'Steam')] } } as never,
      'GET /admin/products': ({ query }) => {
        const isSteam = query.brand_name === 'Steam';
        const page = Number(query.page);
        return {
          data: isSteam ? products.slice((page - 1) * 3, page * 3) : [],
          meta: { current_page: page, last_page: 2, per_page: 3, total: isSteam ? 6 : 0, from: 1, to: 3 },
        };
      },
      'GET /admin/users/:id/discounts': {
        data: [
          { user_id: USER, product_id: idOf(61), percentage: 5, proposed: null },
          { user_id: USER, product_id: idOf(62), percentage: 12, proposed: null },
          waiting(3),
        ],
        ...limits,
      },
      [ROUTE]: answer,
    },
  });
  const show = async (percentage: string, title = 'Steam') => {
    const { user } = screenOf;
    await user.click(await screen.findByRole('combobox', { name: /Brand/ }));
    await user.click(await screen.findByRole('option', { name: title }));
    await user.click(screen.getByRole('textbox', { name: /Percentage/ }));
    await user.paste(percentage);
    await user.click(screen.getByRole('button', { name: 'Show the discounts' }));
  };
  return { ...screenOf, show, closed: () => closed };
}
const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr');
  assert.ok(row, name);
  return within(row);
};
const press = (name: string) => screen.findByRole('button', { name });
const sent = (writes: readonly { body: unknown }[]) => writes.map(({ body }) => (body as Body).product_id);

describe('one discount for a brand', () => {
  it('is shown for each product before and after, then set once for each as it was shown', async () => {
    const { user, show, writes, closed } = open();
    await show('12');
    assert.ok(
      await screen.findByText(
        'Steam has 5 products that are not archived. 3 change. 1 has 12 % already. 1 waits for a second administrator and is left out.',
      ),
    );
    assert.ok((await rowOf('Steam $10')).getByText('12 %'));
    assert.ok((await rowOf('Steam $20')).getByText('No change'));
    assert.ok((await rowOf('Steam $30')).getByText('35 % waits'));
    assert.equal(screen.queryByText('Steam $60'), null);
    assert.equal(screen.queryByRole('alert'), null);
    assert.deepEqual(writes(), []);
    await pressRepeatedly(user, await press('Apply'));
    assert.ok(await screen.findByText('3 set.'));
    assert.deepEqual(
      writes().map(({ body }) => body),
      [
        [61, 5],
        [64, 0],
        [65, 0],
      ].map(([id, now]) => ({
        ...{ user_id: USER, product_id: idOf(id ?? 0), percentage: 12 },
        ...{ expect_percentage: now, expect_proposed: null },
      })),
    );
    assert.equal(new Set(writes().map(({ idempotencyKey }) => idempotencyKey)).size, 3);
    await user.click(await press('Back to the list'));
    assert.equal(closed(), 1);
  });

  it('goes on after a lost connection with the same key, and says what was refused and what waits', async () => {
    let isLost = true;
    const REFUSED = 'The discount is 7 % by now; you were shown 5 %.';
    const { user, show, writes } = open((call) => {
      const { product_id } = call.body as Body;
      if (product_id === idOf(61)) return refusal(409, { message: REFUSED, code: 'changed_since_shown' });
      if (product_id !== idOf(64)) return set(call);
      if (isLost) throw new TypeError('the network is gone');
      return { message: 'Saved', discount: { ...waiting(4), percentage: 0 } };
    });
    await show('12,5');
    assert.ok(await screen.findByText(/4 change\./));
    await user.click(await press('Apply'));
    assert.ok(await screen.findByText('Stopped after 2 of 4'));
    assert.ok(screen.getByText(/We could not reach the server; trying again is safe/));
    assert.ok((await rowOf('Steam $10')).getByText(REFUSED));
    isLost = false;
    await user.click(await press('Go on with 2 products'));
    assert.ok(await screen.findByText('2 set. 1 waits for a second administrator. 1 refused: see why below.'));
    assert.ok((await rowOf('Steam $40')).getByText('Waits for a second administrator'));
    assert.deepEqual(new Set(sent(writes())), new Set([61, 62, 64, 65].map(idOf)));
    assert.deepEqual(
      sent(writes()).filter((id) => id !== idOf(64)),
      [61, 62, 65].map(idOf),
    );
    const keys = writes().flatMap(({ body, idempotencyKey }) =>
      (body as Body).product_id === idOf(64) ? [idempotencyKey] : [],
    );
    assert.ok(keys.length > 1);
    assert.equal(new Set(keys).size, 1);
  });

  it('stops at once where the administrator may not do it', async () => {
    const { user, show, writes } = open(() => refusal(403, { message: 'You may not.', code: 'forbidden' }));
    await show('12');
    await user.click(await press('Apply'));
    assert.ok(await screen.findByText('Stopped after 0 of 3'));
    assert.ok(screen.getByText('You may not.'));
    assert.equal(writes().length, 1);
  });

  it('stops when it is asked to, after the call under way', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { user, show, writes } = open(async (call) => {
      await promise;
      return set(call);
    });
    await show('12');
    await user.click(await press('Apply'));
    assert.ok(await screen.findByText('0 of 3'));
    await user.click(await press('Stop'));
    resolve();
    assert.ok(await screen.findByText('Stopped after 1 of 3'));
    assert.equal(writes().length, 1);
  });

  it('says how many a second administrator has to confirm, and why', async () => {
    const { show } = open();
    await show('25');
    assert.match(
      (await screen.findByRole('alert')).textContent ?? '',
      /Up to 4 discounts will wait for a second administrator\. More than 20 % needs one\./,
    );
  });

  it('says so where one administrator has raised many lately', async () => {
    const { show } = open(set, { second_approval_above: 20, left_alone: 1 });
    await show('12');
    assert.match(
      (await screen.findByRole('alert')).textContent ?? '',
      /Up to 2 discounts will wait for a second administrator\. You may raise 1 more discount alone in these days\./,
    );
  });

  it('has nothing to set for a brand without products, and leads back', async () => {
    const { user, show, writes } = open();
    await show('12', 'Xbox');
    assert.ok(await screen.findByText('Xbox has no products in the store. There is nothing to set.'));
    assert.equal((await press('Apply')).getAttribute('aria-disabled'), 'true');
    await user.click(await press('Back'));
    assert.ok(await press('Show the discounts'));
    assert.deepEqual(writes(), []);
  });

  it('asks for a brand and a percentage', async () => {
    const { user } = open();
    await user.click(await press('Show the discounts'));
    assert.ok(await screen.findByText('Please choose a brand'));
    assert.ok(screen.getByText('Discount must be between 0 and 100'));
  });
});
