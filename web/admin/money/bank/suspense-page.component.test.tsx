import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor, within } from '@testing-library/react';
import { minorJson } from '#bff/contract/base/money-json.ts';
import type { SuspendedLine } from '#bff/contract/money/admin-bank-routes.ts';
import type { PayoutBatch } from '#bff/contract/money/admin-payout-routes.ts';
import type { Role } from '#core/aggregates/admin/roles.ts';
import { utcDay } from '#web/lib/words/dates.ts';
import type { Answers } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { idOf, usd } from '#web/testing/samples.ts';
import { SuspensePage } from './suspense-page.tsx';

const ANNA = 'a1'.repeat(32);
const BERT = 'b2'.repeat(32);
const line = (id: string, name: string, change: Partial<SuspendedLine> = {}): SuspendedLine => ({
  id,
  name,
  suspense_id: idOf(5),
  state: 'held',
  amount: usd(5_000n),
  iban: 'DE1',
  text: 'hi',
  value_date: '2026-10-30',
  held_on: '2026-10-30',
  held_at: '2026-11-01T08:00:00.000Z',
  held_by: 'Ada',
  released_at: null,
  statement_id: idOf(1),
  payout_file: null,
  document: null,
  is_second: false,
  together: [],
  first_approval: null,
  ...change,
});
const meta = { current_page: 1, last_page: 1, per_page: 15, total: 2, from: 1, to: 2, held: [] };
const batch: PayoutBatch = {
  id: idOf(9),
  reference: 'PAY-000012',
  kind: 'returns',
  sum: usd(5_000n),
  transfers: 1,
  completed: 0,
  created_at: '2026-11-01T08:00:00.000Z',
  created_by: 'Ada',
  withdrawn_at: null,
  withdrawn_by: null,
  awaits_second: false,
  confirmed_by: null,
  fetched_at: null,
  withdraw_first_by: null,
};

function open(data: readonly SuspendedLine[], answers: Answers = {}, roles?: readonly Role[], query = '') {
  history.replaceState(null, '', `/admin/bank-suspense${query}`);
  return renderScreen(<SuspensePage />, {
    realm: 'admin',
    answers: { 'GET /admin/bank-suspense': { data: [...data], meta }, ...answers },
    ...(roles && { roles }),
  });
}
const tick = (name: RegExp) => screen.findByRole('checkbox', { name });
const fileButton = () => screen.getByRole('button', { name: 'File for the bank' });

describe('the lines in suspense', () => {
  it('are named by what their return names, as refusals and files name them', async () => {
    open([line(ANNA, 'Anna')]);
    assert.ok(within(await screen.findByRole('row', { name: /Anna/ })).getByText('RET-A1A1A1A1A1'));
  });

  it('are put into a return file as they are ticked', async () => {
    const { user, writes } = open([line(ANNA, 'Anna'), line(BERT, 'Bert')], {
      'POST /admin/payout-batches/returns': { message: 'Made', data: batch },
      'GET /admin/payout-batches/:id/file': new Response('<Document/>'),
    });
    await user.click(await tick(/Bert/));
    assert.ok(screen.getByText('1 selected'));
    await user.click(fileButton());
    await waitFor(() => assert.deepEqual(writes()[0]?.body, { line_ids: [BERT] }));
  });

  it('stay out of a file that cannot hold them, and say why', async () => {
    const file = { id: idOf(9), reference: 'PAY-000012', created_at: '2026-11-01T08:00:00.000Z' };
    const { user } = open([
      line(ANNA, 'Anna', { payout_file: file }),
      line(BERT, 'Bert', { amount: minorJson(700n, 'EUR') }),
    ]);
    await user.click(await tick(/Anna/));
    assert.ok(screen.getByText('RET-A1A1A1A1A1 is in PAY-000012 already'));
    assert.equal(fileButton().getAttribute('aria-disabled'), 'true');
  });

  it('are returned with the day that the bank sent them back', async () => {
    const { user, writes } = open([line(ANNA, 'Anna')], {
      'POST /admin/bank-lines/:id/return': { message: 'The line went back to its sender' },
    });
    await user.click(await screen.findByRole('button', { name: 'Return' }));
    const description = /^\$50\.00 went back to its sender.*RET-A1A1A1A1A1/;
    const dialog = within(await screen.findByRole('dialog', { name: 'Return to the sender', description }));
    await user.click(dialog.getByRole('button', { name: 'It was returned' }));
    await waitFor(() => assert.equal(writes().length, 1));
    const [{ params, body } = { params: null, body: null }] = writes();
    assert.deepEqual([params, body], [{ id: ANNA }, { value_date: utcDay() }]);
  });

  it('of which one deposit has two are taken back, each where it is asked for', async () => {
    const document = {
      kind: 'deposit',
      id: idOf(7),
      reference: 'DEP-000042',
      amount: usd(5_000n),
      is_booked: true,
    } as const;
    const rows = [line(ANNA, 'Anna', { document, is_second: true }), line(BERT, 'Bert', { document })].map((each) => ({
      ...each,
      state: 'booked' as const,
    }));
    const { user, writes } = open(
      rows,
      { 'POST /admin/bank-lines/:id/take-back': { message: 'In suspense again' } },
      undefined,
      '?state=booked',
    );
    await user.click(await screen.findByRole('button', { name: 'Take back' }));
    const dialog = () => screen.findByRole('alertdialog', { name: 'Take back from DEP-000042' });
    await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
    assert.deepEqual(writes(), []);
    await user.click(screen.getByRole('button', { name: 'Take back' }));
    await user.click(within(await dialog()).getByRole('button', { name: 'Take back' }));
    await waitFor(() => assert.equal(writes().length, 1));
    const [{ params, body } = { params: null, body: null }] = writes();
    assert.deepEqual([params, body], [{ id: ANNA }, { deposit_id: idOf(7) }]);
  });

  it('in a file for the bank are marked as returned, and are offered to no deposit', async () => {
    const file = { id: idOf(9), reference: 'PAY-000012', created_at: '2026-11-01T08:00:00.000Z' };
    const { user } = open([line(ANNA, 'Anna', { payout_file: file })]);
    await user.click(await screen.findByRole('button', { name: 'Mark as returned' }));
    const description = /^\$50\.00 goes back to its sender by PAY-000012\. Confirm only after the bank made/;
    assert.ok(await screen.findByRole('dialog', { description }));
    assert.equal(screen.queryByRole('button', { name: 'Find deposit' }), null);
  });

  it('have no ticks for who only reads', async () => {
    open([line(ANNA, 'Anna', { is_second: true })], {}, ['auditor']);
    await screen.findByRole('row', { name: /Anna/ });
    assert.equal(screen.queryByRole('checkbox'), null);
    assert.equal(screen.queryByRole('button', { name: 'Take back' }), null);
  });
});
