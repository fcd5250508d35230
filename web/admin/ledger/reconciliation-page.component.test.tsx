import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { screen, within } from '@testing-library/react';
import { minorJson } from '#bff/contract/base/money-json.ts';
import type { CurrencyReconciliation, ReconciliationAnswer } from '#bff/contract/money/admin-bank-routes.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { idOf, ownerSession } from '#web/testing/samples.ts';
import { ReconciliationPage } from './reconciliation-page.tsx';

const euros = (minor: bigint) => minorJson(minor, 'EUR');
const equal: CurrencyReconciliation = {
  currency: 'EUR',
  bank: euros(10_000n),
  books: euros(10_000n),
  difference: euros(0n),
  groups: [],
  unexplained: euros(0n),
  suspense: euros(0n),
  accounts: [{ account: 'NL91ABNA0417164300', is_own: true, balance: euros(10_000n), until: '2026-10-31' }],
};

describe('the bank reconciliation', () => {
  afterEach(() => history.replaceState(null, '', '/'));

  const open = (data: Partial<ReconciliationAnswer['data']>, search = '') => {
    history.replaceState(null, '', `/admin/ledger/reconciliation${search}`);
    return renderScreen(<ReconciliationPage />, {
      realm: 'admin',
      answers: {
        'GET /admin/session': ownerSession(),
        'GET /admin/ledger/reconciliation': { data: { at: '2026-10-31', currencies: [], open_points: [], ...data } },
      },
    });
  };

  it('says that nothing is open where both are equal', async () => {
    open({ currencies: [equal] });
    assert.ok(await screen.findByText('Nothing is open'));
    assert.equal(screen.getAllByText('Equal').length, 1);
  });

  it('lists what explains a difference, each with its paper, and what stays unexplained', async () => {
    const item = { day: '2026-10-30', amount: euros(-3_000n), reference: 'DEP-000007', statement_id: null };
    const { user } = open({
      open_points: ['EUR: something is open.'],
      currencies: [
        {
          ...equal,
          books: euros(13_500n),
          difference: euros(-3_500n),
          unexplained: euros(-500n),
          groups: [
            {
              kind: 'deposit-without-line',
              title: 'Deposits without a line',
              count: 3,
              sum: euros(-3_000n),
              items: [{ ...item, document: { kind: 'deposit', id: idOf(7) } }],
            },
          ],
        },
      ],
    });
    assert.ok(await screen.findByText('EUR: something is open.'));
    assert.equal(screen.getAllByText('Not explained').length, 2);
    await user.click(screen.getByRole('button', { name: /Deposits without a line/ }));
    const link = await screen.findByRole('link', { name: 'DEP-000007' });
    assert.equal(link.getAttribute('href'), `/admin/deposits?open=${idOf(7)}`);
    assert.ok(within(document.body).getByText('and 2 older ones'));
  });

  it('given a day that does not exist, when it opens, then it is of today', async () => {
    open({}, '?at=2026-02-30');
    assert.ok(await screen.findByText('Nothing to compare yet'));
    assert.equal(screen.queryAllByText(/March 2026/).length, 0);
    assert.ok(screen.getByText('Today'));
  });

  it('says so where nothing has moved yet', async () => {
    open({});
    assert.ok(await screen.findByText('Nothing to compare yet'));
  });
});
