import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import type { Period } from '#bff/contract/office/admin-period.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { ownerSession } from '#web/testing/samples.ts';
import { PeriodsPage } from './periods-page.tsx';

const october: Period = {
  month: '2026-10',
  name: 'October 2026',
  status: 'open',
  entries: 310,
  closed: null,
  reopened: null,
  can_close: true,
  can_reopen: false,
};
const closed: Period = {
  ...october,
  status: 'closed',
  closed: { at: '2026-11-02T10:00:00.000Z', by: 'Ada Byron', with: '2026-10', open_points: [], reason: null },
  can_close: false,
  can_reopen: true,
};

describe('the months of the books', () => {
  const open = (period: Period, points: string[] = []) =>
    renderScreen(<PeriodsPage />, {
      realm: 'admin',
      answers: {
        'GET /admin/session': ownerSession(),
        'GET /admin/ledger/periods': { data: [period] },
        'GET /admin/ledger/reconciliation': { data: { at: '2026-10-31', currencies: [], open_points: points } },
        'POST /admin/ledger/periods/:month/close': { message: 'October 2026 is closed.', data: closed },
        'POST /admin/ledger/periods/:month/reopen': { message: 'October 2026 is open again.', data: october },
      },
    });

  it('are closed after a question', async () => {
    const { user, writes } = open(october);
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    assert.ok(await screen.findByRole('alertdialog', { name: 'Close October 2026' }));
    await user.click(screen.getByRole('button', { name: 'Close month' }));
    await waitFor(() =>
      assert.deepEqual(
        writes().map(({ params }) => params),
        [{ month: '2026-10' }],
      ),
    );
  });

  it('are closed with open points once they are shown and a reason is given', async () => {
    const points = ['EUR: lines of the bank that are not decided: 2, €24.00.'];
    const { user, writes } = open(october, points);
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    assert.ok(await screen.findByText(points[0] ?? ''));
    await user.click(screen.getByRole('button', { name: 'Close with open points' }));
    assert.ok(await screen.findByText('Say why it is closed'));
    assert.deepEqual(writes(), []);
    await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'They come in November');
    await user.click(screen.getByRole('button', { name: 'Close with open points' }));
    await waitFor(() =>
      assert.deepEqual(
        writes().map(({ body }) => body),
        [{ expect_open: points, reason: 'They come in November' }],
      ),
    );
  });

  it('are reopened with a reason alone', async () => {
    const { user, writes } = open(closed);
    assert.ok(await screen.findByText(/^Closed by Ada Byron/));
    await user.click(await screen.findByRole('button', { name: 'Reopen' }));
    await user.click(await screen.findByRole('button', { name: 'Reopen month' }));
    assert.ok(await screen.findByText('Say why it is reopened'));
    assert.deepEqual(writes(), []);
    await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'A late statement');
    await user.click(screen.getByRole('button', { name: 'Reopen month' }));
    await waitFor(() =>
      assert.deepEqual(
        writes().map(({ body }) => body),
        [{ reason: 'A late statement' }],
      ),
    );
  });
});
