import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor, within } from '@testing-library/react';
import type { Correction } from '#bff/contract/money/admin-correction-routes.ts';
import type { Role } from '#core/aggregates/admin/roles.ts';
import { refusal } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { idOf } from '#web/testing/samples.ts';
import { CorrectionsPage } from './corrections-page.tsx';

const eur = (amount: string, decimal: string) => ({
  amount,
  decimal,
  formatted: `€${decimal}`,
  currency: 'EUR' as const,
});
const charge: Correction = {
  id: idOf(1),
  reference: 'COR-000001',
  kind: 'bank-charge',
  status: 'proposed',
  amount: eur('-1200', '-12.00'),
  reason: 'Account fee of October',
  paper: null,
  bank_line_id: 'a'.repeat(64),
  document: null,
  value_date: '2026-10-31',
  proposed_at: '2026-11-02T09:00:00.000Z',
  proposed_by: 'Ada Byron',
  decided_at: null,
  decided_by: null,
  is_own: false,
  may_confirm: true,
};
const meta = { current_page: 1, last_page: 1, per_page: 15, total: 1, from: 1, to: 1 };

const LIKE = 'COR-000002 has this amount and is of 2026-10-31. Nothing was booked yet.';
/** The server asks about what is not confirmed. */
const asking =
  <Answer extends object>(answer: Answer, asks: boolean) =>
  ({ body }: { body?: unknown }): Answer | Response =>
    !asks || (body as { confirmed: boolean }).confirmed
      ? answer
      : refusal(409, { code: 'confirm_correction', message: LIKE });

const open = (role: Role, data: Correction[] = [charge], asks = false) =>
  renderScreen(<CorrectionsPage />, {
    realm: 'admin',
    roles: [role],
    answers: {
      'GET /admin/corrections': { data, meta: { ...meta, total: data.length } },
      'POST /admin/corrections': asking({ message: 'It waits for a second administrator', data: charge }, asks),
      'POST /admin/corrections/:id/confirm': asking({ message: 'COR-000001 is booked', data: charge }, asks),
    },
  });

describe('corrections of the books', () => {
  it('begin at a line of the bank, or by hand, and an empty list says both', async () => {
    open('finance', []);
    assert.ok(await screen.findByText(/at the line of a bank statement.*or here by hand/));
  });

  it('are confirmed with what the screen showed', async () => {
    const { user, writes } = open('approver');
    const row = within(await screen.findByRole('row', { name: /Bank charge/ }));
    for (const text of ['Account fee of October', 'First approval', 'Ada Byron']) assert.ok(row.getByText(text), text);
    await user.click(row.getByRole('button', { name: 'Confirm' }));
    const asked = within(await screen.findByRole('alertdialog', { name: 'Book COR-000001?' }));
    await user.click(asked.getByRole('button', { name: 'Book €-12.00' }));
    await waitFor(() => assert.equal(writes().length, 1));
    const shown = {
      expect_reference: 'COR-000001',
      expect_amount: '-1200',
      expect_value_date: '2026-10-31',
      confirmed: false,
    };
    assert.deepEqual(writes()[0]?.body, shown);
    assert.equal(screen.queryByRole('button', { name: 'Propose a correction' }), null, 'an approver proposes none');
  });

  it('say in one column who decided, or let it be decided, so that no column is out of sight', async () => {
    const decided = { status: 'booked', decided_at: '2026-11-03T09:00:00.000Z', decided_by: 'Ben Boole' } as const;
    open('approver', [charge, { ...charge, id: idOf(2), reference: 'COR-000002', ...decided }]);
    assert.ok(within(await screen.findByRole('row', { name: /COR-000002/ })).getByText('Ben Boole'));
    const [heads, cells] = [screen.getAllByRole('columnheader'), screen.getAllByRole('row')[1]?.children ?? []];
    assert.equal(heads.at(-1)?.textContent, 'Decision');
    assert.ok(within(cells[heads.length - 1] as HTMLElement).getByRole('button', { name: 'Confirm' }));
  });

  for (const [role, is_own, offered] of [
    ['auditor', false, []],
    ['finance', false, []],
    ['finance', true, ['Take back']],
    ['approver', false, ['Reject']],
    ['approver', true, ['Take back']],
  ] as const)
    it(`of ${is_own ? 'one’s own' : 'another'}, which the caller may not confirm, offer ${offered[0] ?? 'nothing'} to a ${role}`, async () => {
      open(role, [{ ...charge, is_own, may_confirm: false }]);
      const row = within(await screen.findByRole('row', { name: /Bank charge/ }));
      const buttons = row.queryAllByRole('button').map(({ textContent }) => textContent);
      assert.deepEqual(buttons, offered);
    });

  it('are proposed by hand with amount, direction, reason and paper', async () => {
    const { user, writes } = open('finance', []);
    await user.click(await screen.findByRole('button', { name: 'Propose a correction' }));
    const form = within(await screen.findByRole('dialog', { name: 'Propose a correction' }));
    await user.click(form.getByRole('button', { name: 'Propose' }));
    // All that is missing, at once.
    for (const missing of ['Please enter a valid amount', 'Say why it is booked', 'Say where its paper is']) {
      assert.ok(await form.findByText(missing), missing);
    }
    await user.type(form.getByRole('textbox', { name: /Amount/ }), '12,50');
    await user.type(form.getByRole('textbox', { name: /Reason/ }), 'Account fee');
    await user.type(form.getByRole('textbox', { name: /Paper/ }), 'Folder 12');
    await user.click(form.getByRole('button', { name: 'Propose' }));
    await waitFor(() => assert.equal(writes().length, 1));
    const { kind, amount, direction, reason, paper } = (writes()[0]?.body ?? {}) as Record<string, string>;
    assert.deepEqual(
      [kind, amount, direction, reason, paper],
      ['bank-charge', '12.50', 'out', 'Account fee', 'Folder 12'],
    );
  });

  it('that may be the same money as another one are asked about, and booked when it is another one', async () => {
    const { user, writes } = open('approver', [charge], true);
    const row = within(await screen.findByRole('row', { name: /Bank charge/ }));
    await user.click(row.getByRole('button', { name: 'Confirm' }));
    const book = within(await screen.findByRole('alertdialog', { name: 'Book COR-000001?' }));
    await user.click(book.getByRole('button', { name: 'Book €-12.00' }));
    const asked = within(await screen.findByRole('alertdialog', { name: 'Is this another one?' }));
    assert.ok(asked.getByText(LIKE));
    await user.click(asked.getByRole('button', { name: 'It is another one' }));
    await waitFor(() => assert.equal(screen.queryByRole('alertdialog'), null));
    assert.deepEqual(
      writes().map(({ body }) => (body as { confirmed: boolean }).confirmed),
      [false, true],
    );
    assert.equal(screen.queryByText('It could not be booked.'), null);
  });
});
