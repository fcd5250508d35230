import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen } from '@testing-library/react';
import { renderScreen } from '#web/testing/render.tsx';
import { SidebarNavigation } from './sidebar.tsx';

const NOTHING_WAITS = {
  data: [],
  meta: { current_page: 1, last_page: 1, per_page: 1, total: 0, from: null, to: null, to_confirm: 0 },
};

describe('the places of the back office', () => {
  for (const [path, place] of [
    ['/admin/withdrawals', 'Withdrawals'],
    ['/admin/payout-files', 'Withdrawals'],
    ['/admin/bank-suspense', 'Bank statements'],
    ['/admin/ledger/periods', 'Ledger'],
  ] as const)
    it(`say that ${path} belongs to ${place}`, () => {
      history.replaceState(null, '', path);
      renderScreen(<SidebarNavigation />, { realm: 'admin', answers: { 'GET /admin/approvals': NOTHING_WAITS } });
      const current = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
      assert.deepEqual(
        current.map(({ textContent }) => textContent),
        [place],
      );
    });
});
