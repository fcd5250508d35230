import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { UNFORESEEN } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { dollarWallet, usd } from '#web/testing/samples.ts';
import { WalletPage } from './wallet-page.tsx';

describe('the wallet page', () => {
  afterEach(() => history.replaceState(null, '', '/'));

  const open = (address: string) => {
    history.replaceState(null, '', address);
    const asked: Readonly<Record<string, string>>[] = [];
    const none = { data: [], meta: { current_page: 1, last_page: 1, per_page: 15, total: 0, from: null, to: null } };
    const note =
      <Answer,>(answer: Answer) =>
      ({ query }: { query: Readonly<Record<string, string>> }) => {
        asked.push(query);
        return answer;
      };
    const { user } = renderScreen(<WalletPage />, {
      realm: 'customer',
      answers: {
        'GET /wallets': ({ query }) => ({
          data: [dollarWallet(query.at === undefined ? {} : { balance: usd(query.by === 'recorded' ? 100n : 200n) })],
        }),
        // Only the request of the chart is tested, because it cannot be drawn here.
        'GET /wallets/:id/balance-history': note(UNFORESEEN),
        'GET /transactions': note(none),
      },
    });
    return { user, asked };
  };

  it('stands on a day of the past and says so, until one press leads back', async () => {
    const { user, asked } = open('/wallet?at=2026-03-31');
    assert.ok(await screen.findByText('As of 31 March 2026 — not today'));
    assert.ok(await screen.findByText('$1.00'));
    await waitFor(() => assert.equal(asked.length, 2));
    assert.deepEqual(
      asked.map(({ until, end_date }) => until ?? end_date),
      ['2026-03-31', '2026-03-31'],
    );
    await user.click(screen.getByRole('button', { name: 'Back to now' }));
    assert.ok(await screen.findByText('$500.00'));
    assert.equal(screen.queryAllByText(/not today/).length, 0);
    assert.equal(location.search, '');
  });

  it('given a day that does not exist, when it opens, then it is of now and names no other day', async () => {
    const { asked } = open('/wallet?at=2026-02-30');
    assert.ok(await screen.findByText('$500.00'));
    await waitFor(() => assert.equal(asked.length, 2));
    assert.deepEqual(
      asked.map(({ until, end_date }) => until ?? end_date),
      [undefined, undefined],
    );
    assert.equal(screen.queryAllByText(/not today/).length, 0);
  });

  it('stands there by value date, too', async () => {
    const { asked } = open('/wallet?at=2026-03-31&by=value-date');
    assert.ok(await screen.findByText('$2.00'));
    assert.ok(screen.getByRole('button', { name: 'Show what was recorded by that day' }));
    assert.deepEqual(asked, []);
  });
});
