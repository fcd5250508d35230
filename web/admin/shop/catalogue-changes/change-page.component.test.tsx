import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, within } from '@testing-library/react';
import { Route } from 'wouter';
import type { CatalogueChange, CatalogueLine } from '#bff/contract/shop/admin-catalogue.ts';
import type { Role } from '#core/aggregates/admin/roles.ts';
import { type Answers, refusal } from '#web/testing/network.ts';
import { pressRepeatedly, renderScreen } from '#web/testing/render.tsx';
import { AT, idOf } from '#web/testing/samples.ts';
import { ChangePage } from './change-page.tsx';

const ADA = { id: idOf(90), name: 'Ada Byron' };
const BEN = { id: idOf(91), name: 'Ben Ode' };
const DIGEST = 'd'.repeat(64);
const change = (more: Partial<CatalogueChange> = {}): CatalogueChange => ({
  customer: null,
  id: idOf(1),
  kind: 'products',
  title: 'prices.csv',
  file_sha256: 'a'.repeat(64),
  read_as: 'UTF-8, semicolons',
  digest: DIGEST,
  status: 'shown',
  can_apply: true,
  created_by: ADA,
  created_at: AT,
  due_at: null,
  time_zone: null,
  counts: { new: 1, changed: 2, unchanged: 4_990, wrong: 0, far: 0, refused: 0 },
  confirmed_by: null,
  ended_at: null,
  applied: null,
  ...more,
});
const row = (more: Partial<CatalogueLine> = {}): CatalogueLine => ({
  id: '2',
  line: 2,
  state: 'changed',
  name: 'Steam $50',
  product_id: idOf(60),
  problems: [],
  is_far: false,
  fields: [{ name: 'price', before: '50.00', after: '48.00' }],
  refused: null,
  ...more,
});
const rows = (...data: CatalogueLine[]) => ({
  data,
  meta: { current_page: 1, last_page: 100, per_page: 50, total: 4_993, from: 1, to: 50 },
});
const open = (of: CatalogueChange, answers: Answers = {}, roles: readonly Role[] = ['owner']) => {
  history.replaceState(null, '', `/admin/catalogue-changes/${of.id}`);
  return renderScreen(<Route path="/admin/catalogue-changes/:id" component={ChangePage} />, {
    realm: 'admin',
    roles,
    answers: {
      'GET /admin/catalogue/changes/:id': { data: of },
      'GET /admin/catalogue/changes/:id/rows': rows(row()),
      ...answers,
    },
  });
};

describe('a change of the catalogue', () => {
  it('shows before and after by row, by pages and kinds, and is applied once as it was shown', async () => {
    const { user, writes } = open(change(), {
      'POST /admin/catalogue/changes/:id/apply': {
        message: 'Applied: 1 new, 2 changed',
        data: change({ status: 'applied' }),
      },
    });
    const first = within(await screen.findByRole('row', { name: /Steam \$50/ }));
    assert.match(first.getByRole('listitem').textContent ?? '', /^Price: before 50\.00 → after 48\.00$/);
    for (const text of ['UTF-8, semicolons', 'Not applied']) assert.ok(screen.getByText(text));
    const views = within(screen.getByRole('group', { name: 'Which rows' }));
    assert.deepEqual(
      views.getAllByRole('button').map(({ textContent }) => textContent),
      ['All 4,993', 'New 1', 'Changed 2', 'Unchanged 4,990'],
    );
    await user.click(screen.getByRole('button', { name: 'Apply 3 rows' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Apply this change' }));
    assert.ok(
      question.getByText('1 new, 2 changed. It is applied as you see it. What was changed meanwhile is refused.'),
    );
    await pressRepeatedly(user, question.getByRole('button', { name: 'Apply' }));
    assert.ok(await screen.findByText('Applied: 1 new, 2 changed'));
    assert.deepEqual(
      writes().map(({ key, body }) => [key, body]),
      [['POST /admin/catalogue/changes/:id/apply', { digest: DIGEST }]],
    );
  });

  it('says what is wrong, by row and column, and is not applied', async () => {
    const wrong = row({
      state: 'wrong',
      fields: [],
      product_id: null,
      problems: [{ column: 'brand_name', message: 'There is no brand named Nobody.' }],
    });
    const counts = { new: 0, changed: 1, unchanged: 0, wrong: 1, far: 0, refused: 0 };
    open(change({ counts, can_apply: false }), { 'GET /admin/catalogue/changes/:id/rows': rows(wrong) });
    assert.ok(
      await screen.findByText('Nothing is applied of a file with a wrong row. Correct the file, then import it again.'),
    );
    assert.equal(
      (await screen.findByText(/no brand named Nobody/)).textContent,
      'Brand: There is no brand named Nobody.',
    );
    assert.equal(screen.queryByRole('button', { name: /^Apply/ }), null);
  });

  it('says what was changed meanwhile, and stays', async () => {
    const message = 'Changed after this was shown: Steam $50 (line 2). Nothing of it was applied.';
    const { user } = open(change(), {
      'POST /admin/catalogue/changes/:id/apply': refusal(409, { message, code: 'changed_elsewhere' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Apply 3 rows' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Apply' }));
    assert.ok(await screen.findByText(message));
    assert.ok(screen.getByRole('button', { name: 'Apply 3 rows' }));
  });

  const waiting = (created_by: typeof ADA) =>
    change({ created_by, status: 'waiting', can_apply: false, counts: { ...change().counts, far: 2 } });

  it('that waits is confirmed by another administrator, by what they saw', async () => {
    const { user, writes } = open(waiting(BEN), {
      'POST /admin/catalogue/changes/:id/confirm': { message: 'Applied', data: change({ status: 'applied' }) },
    });
    assert.ok(await screen.findByText('2 prices far from those of the last days'));
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Confirm this change' }));
    assert.ok(
      question.getByText(/2 prices of it far from the last ones\. It counts at once\. Ben Ode approved first\./),
    );
    await user.click(question.getByRole('button', { name: 'Confirm' }));
    await screen.findByText('Applied');
    assert.deepEqual(
      writes().map(({ body }) => body),
      [{ digest: DIGEST }],
    );
  });

  it('that waits is taken back by who made it, who does not confirm it', async () => {
    open(waiting(ADA));
    assert.ok(await screen.findByRole('button', { name: 'Take back' }));
    assert.equal(screen.queryByRole('button', { name: 'Confirm' }), null);
  });

  it('that is planned is withdrawn before its day', async () => {
    const planned = change({
      kind: 'prices',
      status: 'planned',
      due_at: AT,
      time_zone: 'Europe/Berlin',
      can_apply: false,
    });
    const { user, writes } = open(planned, {
      'POST /admin/catalogue/changes/:id/withdraw': { message: 'Withdrawn.', data: change({ status: 'withdrawn' }) },
    });
    assert.ok(await screen.findByText('The day begins in Europe/Berlin'));
    await user.click(screen.getByRole('button', { name: 'Withdraw' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Withdraw' }));
    await screen.findByText('Withdrawn.');
    assert.equal(writes().length, 1);
  });

  const discounts = (more: Partial<CatalogueChange> = {}) =>
    change({
      kind: 'discounts',
      title: 'Steam: 12 %',
      customer: { id: idOf(5), name: 'Cleo Ray' },
      file_sha256: null,
      counts: { new: 0, changed: 3, unchanged: 1, wrong: 1, far: 0, refused: 0 },
      read_as: null,
      ...more,
    });

  it('of a customer’s discounts is applied by who decides about customers', async () => {
    const { user, writes } = open(
      discounts(),
      {
        'POST /admin/discount-plans/:id/apply': {
          message: '2 set, 1 left as they are',
          data: discounts({ status: 'applied' }),
        },
      },
      ['approver'],
    );
    assert.ok(await screen.findByText('1 row left out'));
    assert.equal(screen.queryByRole('columnheader', { name: 'Line' }), null);
    const link = screen.getByRole('link', { name: 'Cleo Ray' });
    assert.equal(link.getAttribute('href'), `/admin/users/${idOf(5)}?tab=discounts`);
    await user.click(screen.getByRole('button', { name: 'Apply 3 rows' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Apply this change' }));
    await pressRepeatedly(user, question.getByRole('button', { name: 'Apply' }));
    assert.ok(await screen.findByText('2 set, 1 left as they are'));
    assert.deepEqual(
      writes().map(({ key, body }) => [key, body]),
      [['POST /admin/discount-plans/:id/apply', { digest: DIGEST }]],
    );
  });

  it('of a customer’s discounts says why it takes two', async () => {
    const counts = { ...discounts().counts, wrong: 0, far: 3 };
    open(discounts({ counts, created_by: BEN, status: 'waiting', can_apply: false }));
    assert.ok(await screen.findByText('3 discounts take a second administrator'));
    assert.ok(screen.getByText(/^They are larger, or more in these days, than one may grant\./));
    assert.ok(screen.getByRole('button', { name: 'Confirm' }));
  });

  it('of a customer’s discounts goes on by itself once it was begun', async () => {
    open(discounts({ status: 'applying', can_apply: false }));
    assert.ok(await screen.findByText('It goes on by itself, and each discount is set once.'));
    assert.equal(screen.queryByRole('button', { name: /Apply|Withdraw/ }), null);
  });

  it('has no step for who only reads', async () => {
    open(change(), {}, ['auditor']);
    await screen.findByRole('row', { name: /Steam \$50/ });
    assert.equal(screen.queryByRole('button', { name: /Apply|Confirm|Refuse|Withdraw/ }), null);
  });

  it('that is gone says so', async () => {
    open(change(), { 'GET /admin/catalogue/changes/:id': refusal(404, { message: 'No.', code: 'not_found' }) });
    assert.ok(await screen.findByText('What was only looked at is kept for 7 days. Look at it once more.'));
  });
});
