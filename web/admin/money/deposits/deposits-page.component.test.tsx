import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '#web/lib/cache/query-client.ts';
import { type Answers, refusal, UNFORESEEN } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { idOf, ownerSession, pendingDeposit, usd } from '#web/testing/samples.ts';
import { DepositsPage } from './deposits-page.tsx';

const stats = { total: 1, pending: 1, approved: 0, rejected: 0, total_value: usd(25_000n) };
const meta = { current_page: 1, last_page: 1, per_page: 15, total: 1, from: 1, to: 1, stats };
const NOBODY = { data: [], meta: { ...meta, total: 0, from: null, to: null } };
const open = (search: string, answers: Answers = {}) => {
  history.replaceState(null, '', `/admin/deposits${search}`);
  return renderScreen(<DepositsPage />, {
    realm: 'admin',
    answers: {
      'GET /admin/deposits': { data: [pendingDeposit()], meta },
      'GET /admin/audit/:kind/:id': NOBODY,
      ...answers,
    },
  });
};

describe('the list of deposits', () => {
  it('that could not be loaded has dashes in place of its figures, which load no more', async () => {
    open('', { 'GET /admin/deposits': UNFORESEEN });
    await screen.findByRole('button', { name: 'Try again' });
    for (const label of ['Total Deposits', 'Pending', 'Approved', 'Total Value']) {
      assert.match(screen.getByRole('region', { name: label }).textContent ?? '', /—$/);
    }
  });

  it('opens each by an address of its own, which keeps the filters', async () => {
    open('?status=pending', { 'GET /admin/deposits/:id': { data: pendingDeposit({ has_payment_proof: false }) } });
    const link = await screen.findByRole('link', { name: 'DEP-000042' });
    assert.equal(link.getAttribute('href'), `/admin/deposits?status=pending&open=${idOf(10)}`);
  });

  it('says that a deposit asks to pay into an account that was recalled', async () => {
    const recalled = [[{ label: 'IBAN', value: 'DE89 3704 0044 0532 0130 00' }]];
    open(`?open=${idOf(10)}`, {
      'GET /admin/deposits/:id': { data: pendingDeposit({ has_payment_proof: false, do_not_pay_into: recalled }) },
    });
    const panel = within(await screen.findByRole('dialog'));
    assert.ok(await panel.findByText('It names a recalled account'));
    assert.ok(panel.getByText(/^DE89 3704 0044 0532 0130 00\. The customer gets a mail/));
  });

  it('says what waits for a second administrator, and offers to confirm it, but not to the one who was first', async () => {
    const first = (id: string) => ({
      by: { id, name: 'Ben Ode' },
      at: pendingDeposit().created_at,
      amount: usd(25_000n),
    });
    const [theirs, own] = [idOf(91), ownerSession().data.administrator.id].map((by, index) =>
      pendingDeposit({
        id: idOf(50 + index),
        reference: `DEP-${index}`,
        awaits_second_approval: true,
        approvals: [first(by)],
      }),
    );
    assert.ok(theirs && own);
    open(`?open=${theirs.id}`, {
      'GET /admin/deposits': { data: [theirs, own], meta },
      'GET /admin/deposits/:id': { data: { ...theirs, has_payment_proof: false } },
    });
    const panel = await screen.findByRole('dialog');
    assert.ok(await within(panel).findByText('Waits for a second approval'));
    assert.ok(within(panel).getByText(/^Ben Ode approved/));
    assert.ok(within(panel).getByRole('button', { name: 'Confirm' }));
    cleanup();
    queryClient.clear();
    open(`?open=${own.id}`, {
      'GET /admin/deposits': { data: [theirs, own], meta },
      'GET /admin/deposits/:id': { data: { ...own, has_payment_proof: false } },
    });
    assert.ok(await screen.findByRole('button', { name: 'Change approval' }));
    assert.equal(screen.queryAllByRole('button', { name: 'Confirm' }).length, 0);
  });

  it('leads from its row to the panel, and there on to the next and the previous one, by keys too', async () => {
    const rows = [1, 2, 3].map((number) =>
      pendingDeposit({ id: idOf(60 + number), reference: `DEP-00000${number}`, has_payment_proof: false }),
    );
    const { user } = open('', {
      'GET /admin/deposits': { data: rows, meta },
      'GET /admin/deposits/:id': ({ params }) => ({
        data: rows.find(({ id }) => id === params.id) ?? pendingDeposit(),
      }),
    });
    await user.click(await screen.findByRole('link', { name: 'Review DEP-000001' }));
    const isOpen = (number: number) => waitFor(() => assert.equal(location.search, `?open=${idOf(60 + number)}`));
    await isOpen(1);
    assert.equal(
      (await screen.findByRole('button', { name: 'Previous deposit (K)' })).getAttribute('aria-disabled'),
      'true',
    );
    await user.keyboard('j');
    await isOpen(2);
    await user.click(await screen.findByRole('button', { name: 'Next deposit (J)' }));
    await isOpen(3);
    await user.keyboard('k');
    await isOpen(2);
    await user.click(await screen.findByRole('button', { name: 'Reject' }));
    await user.type(await screen.findByRole('textbox', { name: /notes/i }), 'jk');
    await isOpen(2);
  });

  it('says that a deposit does not exist, where trying again would not find it', async () => {
    const notFound = refusal(404, { message: 'There is no such deposit.', code: 'not_found' });
    open(`?open=${idOf(99)}`, { 'GET /admin/deposits/:id': notFound });
    const panel = await screen.findByRole('dialog');
    assert.ok(await within(panel).findByText('Deposit not found'));
    assert.equal(within(panel).queryByRole('button', { name: 'Try again' }), null);
  });

  it('leads back to the last page from beyond it', async () => {
    const asked: (string | undefined)[] = [];
    open('?page=900000000', {
      'GET /admin/deposits': ({ query }) => {
        asked.push(query.page);
        const page = Number(query.page ?? '1');
        const rows = page > 2 ? [] : [pendingDeposit()];
        return { data: rows, meta: { ...meta, total: 16, current_page: page, last_page: 2 } };
      },
    });
    await screen.findByRole('link', { name: 'DEP-000042' });
    assert.deepEqual(asked, ['100000', '2']);
    await waitFor(() => assert.equal(location.search, '?page=2'));
  });
});
