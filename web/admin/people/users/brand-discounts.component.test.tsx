import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import type { CatalogueChange } from '#bff/contract/shop/admin-catalogue.ts';
import { type Answers, refusal } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { AT, idOf } from '#web/testing/samples.ts';
import { BrandDiscounts } from './brand-discounts.tsx';
import { PlannedDiscounts } from './planned-discounts.tsx';

const USER = idOf(1);
const ROUTE = 'POST /admin/discount-plans';

const BRAND = { image_url: null, color: '#112233', glyph: 'gift', products_count: 5, created_at: AT, updated_at: AT };
const brand = (id: number, title: string) => ({ ...BRAND, id, title, image: null }) as never;
const plan = (of: Partial<CatalogueChange> = {}): CatalogueChange => ({
  id: idOf(2),
  kind: 'discounts',
  title: 'Steam: 12 %',
  customer: { id: USER, name: 'Ada Byron' },
  digest: '',
  status: 'shown',
  can_apply: true,
  created_by: { id: idOf(90), name: 'Ben Ode' },
  created_at: AT,
  counts: { new: 0, changed: 1, unchanged: 0, wrong: 0, far: 0, refused: 0 },
  file_sha256: null,
  read_as: null,
  due_at: null,
  time_zone: null,
  confirmed_by: null,
  ended_at: null,
  applied: null,
  ...of,
});

function open(answer: Answers[typeof ROUTE] = { message: 'Computed', data: plan() }) {
  history.replaceState(null, '', `/admin/users/${USER}`);
  const screenOf = renderScreen(<BrandDiscounts userId={USER} onClose={() => undefined} />, {
    realm: 'admin',
    answers: {
      'GET /admin/brands': { error: false, data: { brands: [brand(1, 'Xbox'), brand(2, 'Steam')] } } as never,
      [ROUTE]: answer,
    },
  });
  const fill = async (percentage: string) => {
    const { user } = screenOf;
    await user.click(await screen.findByRole('combobox', { name: /Brand/ }));
    await user.click(await screen.findByRole('option', { name: 'Steam' }));
    await user.click(screen.getByRole('textbox', { name: /Percentage/ }));
    await user.paste(percentage);
  };
  return { ...screenOf, fill };
}
const show = () => screen.getByRole('button', { name: 'Show the discounts' });

describe('one discount for a brand', () => {
  it('is looked at by the server, and shown on a page of its own', async () => {
    const { user, fill, writes } = open();
    await fill('12,5');
    await user.click(show());
    await waitFor(() => assert.equal(location.pathname, `/admin/catalogue-changes/${idOf(2)}`));
    assert.deepEqual(
      writes().map(({ body }) => body),
      [{ user_id: USER, brand_id: 2, percentage: 12.5 }],
    );
  });

  it('says what the server refuses, and loses nothing', async () => {
    const message = 'Please choose a day that has not begun';
    const { user, fill } = open(refusal(422, { message, code: 'invalid', errors: { day: [message] } }));
    await fill('12');
    await user.click(show());
    assert.ok(await screen.findByText(message));
    assert.equal(screen.getByRole<HTMLInputElement>('textbox', { name: /Percentage/ }).value, '12');
  });

  it('asks for a brand and a percentage', async () => {
    const { user, writes } = open();
    await screen.findByRole('combobox', { name: /Brand/ });
    await user.click(show());
    assert.ok(await screen.findByText('Please choose a brand'));
    assert.ok(screen.getByText('Discount must be between 0 and 100'));
    assert.deepEqual(writes(), []);
  });

  it('is listed while it is planned or waits, with its day, and no longer', async () => {
    renderScreen(<PlannedDiscounts userId={USER} />, {
      realm: 'admin',
      answers: {
        'GET /admin/catalogue/changes': ({ query }) => ({
          data:
            query.customer_id === USER
              ? [
                  plan({ status: 'planned', due_at: AT }),
                  plan({ id: idOf(3), title: 'Xbox: 30 %', status: 'waiting' }),
                  plan({ id: idOf(4), title: 'Old: 5 %', status: 'applied' }),
                ]
              : [],
          meta: { current_page: 1, last_page: 1, per_page: 100, total: 3, from: 1, to: 3 },
        }),
      },
    });
    const items = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent ?? '');
    assert.equal(items.length, 2);
    assert.match(items[0] ?? '', /^Steam: 12 % is planned for /);
    assert.equal(items[1], 'Xbox: 30 % waits for a second administrator');
    assert.equal(
      screen.getByRole('link', { name: 'Steam: 12 %' }).getAttribute('href'),
      `/admin/catalogue-changes/${idOf(2)}`,
    );
  });
});
