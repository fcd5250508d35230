import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor, within } from '@testing-library/react';
import type { WaitingApproval } from '#bff/contract/money/admin-approval.ts';
import type { Role } from '#core/aggregates/admin/roles.ts';
import { SidebarNavigation } from '#web/admin/shell/sidebar.tsx';
import { type Answers, refusal, UNFORESEEN } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { idOf, usd } from '#web/testing/samples.ts';
import { ApprovalsPage } from './approvals-page.tsx';

const MAYA = { id: idOf(1), name: 'Maya Lindqvist', email: 'maya@example.com' };
const waiting = (change: Partial<WaitingApproval> = {}): WaitingApproval => ({
  id: `deposit:${idOf(10)}`,
  kind: 'deposit',
  subject_id: idOf(10),
  reference: 'DEP-000042',
  user: MAYA,
  amount: usd(1_200_000n),
  percentage: null,
  due_at: null,
  first: { by: { id: idOf(91), name: 'Ben Ode' }, at: '2026-11-20T10:00:00.000Z' },
  may_confirm: true,
  ...change,
});
const LIMIT: Partial<WaitingApproval> = { kind: 'credit_limit', id: 'l', subject_id: idOf(2), reference: 'USD wallet' };
const DISCOUNT: Partial<WaitingApproval> = {
  kind: 'discount',
  id: 'd',
  subject_id: idOf(60),
  reference: 'Steam $50',
  amount: null,
  percentage: 35,
};
const RATE: Partial<WaitingApproval> = {
  kind: 'rate',
  id: 'r',
  subject_id: idOf(5),
  reference: 'Far from the last rate: EUR from 2026-11-23: 1.3 is 20.0 % above 1.0834.',
  user: null,
  amount: null,
};
const page = (...data: WaitingApproval[]) => ({
  data,
  meta: {
    current_page: 1,
    last_page: 1,
    per_page: 15,
    total: data.length,
    from: 1,
    to: data.length,
    to_confirm: data.filter(({ may_confirm }) => may_confirm).length,
  },
});
const open = (answers: Answers, roles: readonly Role[] = ['owner'], search = '') => {
  history.replaceState(null, '', `/admin/approvals${search}`);
  return renderScreen(<ApprovalsPage />, { realm: 'admin', answers, roles });
};
const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }));

describe('what waits for a second administrator', () => {
  it('is listed by what, whose, how much and who was first; a document leads to its papers', async () => {
    open({ 'GET /admin/approvals': page(waiting()) });
    const row = await rowOf(/DEP-000042/);
    for (const text of ['Deposit', 'Maya Lindqvist', '$12,000.00', 'Ben Ode']) assert.ok(row.getByText(text));
    const link = row.getByRole('link', { name: 'Look and decide: DEP-000042 of Maya Lindqvist' });
    assert.equal(link.getAttribute('href'), `/admin/deposits?open=${idOf(10)}`);
    assert.equal(row.queryByRole('button', { name: /Confirm|Reject/ }), null);
  });

  it('is not offered to who said yes first, who may take it back, nor to who decides nothing', async () => {
    const own = { first: { ...waiting().first, by: { id: idOf(90), name: 'Ada Byron' } }, may_confirm: false };
    const answers = { 'GET /admin/approvals': page(...[{}, LIMIT, RATE].map((kind) => waiting({ ...kind, ...own }))) };
    open(answers);
    const [deposit, limit] = [await rowOf(/DEP-000042/), await rowOf(/USD wallet/)];
    for (const row of [deposit, limit]) assert.ok(row.getByText('You approved first'));
    assert.ok((await rowOf(/Far from/)).getByText('You asked for it'));
    assert.equal(deposit.queryByRole('link', { name: /^Look and decide/ }), null);
    assert.ok(limit.getByRole('button', { name: 'Take back: USD wallet of Maya Lindqvist' }));
    assert.equal(limit.queryByRole('button', { name: /^Confirm/ }), null);
  });

  it('is, of a rate, confirmed as the first administrator saw it', async () => {
    const { user, writes } = open({
      'GET /admin/approvals': page(waiting(RATE)),
      'POST /admin/rates/:id/confirm': {
        message: '1 EUR = 1.3 USD from 2026-11-23: recorded',
        recorded: 1,
        waits: false,
      },
    });
    await user.click((await rowOf(/Far from/)).getByRole('button', { name: /^Confirm/ }));
    await screen.findByText(/20\.0 % above 1\.0834\. What was asked for counts at once\. [^.]+ asked for it\.$/);
    await user.click(await screen.findByRole('button', { name: 'Confirm' }));
    await waitFor(() =>
      assert.deepEqual(
        writes().map(({ body }) => body),
        [{ seen: RATE.reference }],
      ),
    );
  });

  it('is, of a rate, taken back by finance alone where finance asked for it', async () => {
    const own = { first: { ...waiting().first, by: { id: idOf(90), name: 'Ada Byron' } }, may_confirm: false };
    const mine = waiting({ ...RATE, ...own });
    const others = waiting({ ...RATE, id: 'other', reference: 'Another', may_confirm: false });
    open({ 'GET /admin/approvals': page(mine, others) }, ['finance']);
    assert.ok((await rowOf(/Far from/)).getByRole('button', { name: /^Take back/ }));
    assert.equal((await rowOf(/Another/)).queryByRole('button', { name: /Take back|Reject|Confirm/ }), null);
  });

  it('says who decides to an auditor', async () => {
    open({ 'GET /admin/approvals': page(waiting({ may_confirm: false })) }, ['auditor']);
    assert.ok((await rowOf(/DEP-000042/)).getByText('An approver decides'));
  });

  it('is confirmed in place where it has no papers, exactly as it waits, once that was asked', async () => {
    const { user, writes } = open({
      'GET /admin/approvals': page(waiting(LIMIT), waiting(DISCOUNT)),
      'POST /admin/users/:id/credit': refusal(409, { message: 'You may approve $0.00 a day.', code: 'daily_limit' }),
      'POST /admin/discounts': { message: 'Discount applied successfully', discount: null },
    });
    await user.click((await rowOf(/USD wallet/)).getByRole('button', { name: /^Confirm/ }));
    const limit = within(await screen.findByRole('alertdialog', { name: 'Confirm credit limit' }));
    assert.ok(
      limit.getByText('A credit limit of $12,000.00 for Maya Lindqvist counts at once. Ben Ode approved first.'),
    );
    await user.click(limit.getByRole('button', { name: 'Confirm' }));
    assert.ok(await screen.findByText('You may approve $0.00 a day.'));
    await user.click((await rowOf(/Steam \$50/)).getByRole('button', { name: /^Confirm/ }));
    const discount = within(await screen.findByRole('alertdialog', { name: 'Confirm discount' }));
    assert.ok(discount.getByText(/^A discount of 35 % on Steam \$50 for Maya Lindqvist counts at once/));
    await user.click(discount.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => assert.equal(writes().length, 2));
    assert.deepEqual(
      writes().map(({ body }) => body),
      [
        { wallet_id: idOf(2), credit_limit: '12000.00', expect_proposed: '12000.00' },
        { user_id: idOf(1), product_id: idOf(60), percentage: 35, expect_proposed: 35 },
      ],
    );
  });

  it('shows a change to an administrator and a low price, which have no customer, and confirms what was seen', async () => {
    const change: Partial<WaitingApproval> = {
      kind: 'administrator',
      id: 'a',
      subject_id: idOf(70),
      reference: 'Add Bo Berg (bo@example.com) as Approver',
      user: null,
      amount: null,
      due_at: '2026-11-21T10:00:00.000Z',
    };
    const price: Partial<WaitingApproval> = {
      kind: 'price',
      id: 'p',
      subject_id: idOf(60),
      reference: 'Steam $50',
      user: null,
      amount: usd(2_000n),
    };
    const { user, writes } = open({
      'GET /admin/approvals': page(waiting(change), waiting(price)),
      'POST /admin/administrators/changes/:id/confirm': { message: 'Confirmed. The change is made.', proposal: null },
      'POST /admin/products/:id/price/confirm': refusal(409, {
        message: 'Another price waits now.',
        code: 'changed_elsewhere',
      }),
    });
    const row = await rowOf(/Add Bo Berg/);
    assert.ok(row.getByText(/^Counts on/));
    await user.click(row.getByRole('button', { name: 'Confirm: Add Bo Berg (bo@example.com) as Approver' }));
    const asked = within(await screen.findByRole('alertdialog', { name: 'Confirm administrator' }));
    assert.ok(asked.getByText(/“Add Bo Berg \(bo@example\.com\) as Approver” counts at once\. Ben Ode approved first/));
    await user.click(asked.getByRole('button', { name: 'Confirm' }));
    await user.click((await rowOf(/Steam \$50/)).getByRole('button', { name: /^Confirm/ }));
    await user.click(
      within(await screen.findByRole('alertdialog', { name: 'Confirm price' })).getByRole('button', {
        name: 'Confirm',
      }),
    );
    assert.ok(await screen.findByText('Another price waits now.'));
    assert.deepEqual(
      writes().map(({ body }) => body),
      [undefined, { price: '20.00', currency: 'USD' }],
    );
  });

  it('leads to the settings, where a change of them is seen whole, and says when nobody has to confirm it', async () => {
    const change: Partial<WaitingApproval> = {
      kind: 'settings',
      id: 's',
      subject_id: idOf(70),
      reference: 'Accounts to pay into',
      user: null,
      amount: null,
    };
    const timed = { ...change, id: 't', reference: 'Seller', may_confirm: false, due_at: '2026-11-21T10:00:00.000Z' };
    open({ 'GET /admin/approvals': page(waiting(change), waiting(timed)) });
    const link = (await rowOf(/Accounts to pay into/)).getByRole('link', {
      name: 'Look and decide: Accounts to pay into',
    });
    assert.equal(link.getAttribute('href'), '/admin/settings');
    const row = await rowOf(/Seller/);
    assert.ok(row.getByText('Waits for its time'));
    assert.ok(row.getByRole('link', { name: 'Look: Seller' }));
    assert.equal(row.queryByRole('button'), null);
  });

  it('is rejected in place, once that was asked', async () => {
    const { user, writes } = open({
      'GET /admin/approvals': page(waiting(DISCOUNT)),
      'POST /admin/discounts/reject': { message: 'The discount that waited was rejected' },
    });
    const reject = (await rowOf(/Steam \$50/)).getByRole('button', { name: 'Reject: Steam $50 of Maya Lindqvist' });
    await user.click(reject);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
    assert.deepEqual(writes(), []);
    await user.click(reject);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reject' }));
    await waitFor(() => assert.equal(writes().length, 1));
    assert.deepEqual(writes()[0]?.body, { user_id: idOf(1), product_id: idOf(60), expect_proposed: 35 });
  });

  it('is narrowed to a kind by the address, and says when there is none', async () => {
    const asked: (string | undefined)[] = [];
    const { user } = open(
      {
        'GET /admin/approvals': ({ query }) => {
          asked.push(query.kind);
          return query.kind === undefined ? page(waiting()) : page();
        },
      },
      ['owner'],
      '?kind=discount',
    );
    assert.ok(await screen.findByText('Nothing of this kind waits'));
    await user.click(screen.getByRole('button', { name: 'Show all kinds' }));
    assert.ok(await rowOf(/DEP-000042/));
    assert.deepEqual(asked, ['discount', undefined]);
  });

  it('says that it could not be read, and tries again', async () => {
    let isBroken = true;
    const { user } = open({ 'GET /admin/approvals': () => (isBroken ? UNFORESEEN : page()) });
    const again = await screen.findByRole('button', { name: 'Try again' });
    isBroken = false;
    await user.click(again);
    assert.ok(await screen.findByText('Nothing waits for a second administrator'));
  });

  it('is counted in the menu, as far as the administrator may confirm it', async () => {
    const answers = { 'GET /admin/approvals': page(waiting(), waiting({ ...LIMIT, may_confirm: false })) };
    renderScreen(<SidebarNavigation />, { realm: 'admin', answers });
    const link = await screen.findByRole('link', { name: /^Approvals/ });
    await waitFor(() => assert.equal(link.textContent, 'Approvals: 1 to confirm'));
  });
});
