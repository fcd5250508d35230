import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { act, screen, waitFor } from '@testing-library/react';
import type { NotificationPage } from '#bff/contract/people/notification.ts';
import { queryClient } from '#web/lib/cache/query-client.ts';
import { invalidate } from '#web/lib/cache/query-key.ts';
import { notificationsQuery } from '#web/shared/notifications/unread.ts';
import { useWallets } from '#web/store/shared/wallets.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { dollarWallet, usd } from '#web/testing/samples.ts';
import { useRefreshOnNews } from './refresh-on-news.ts';

const APPROVED = {
  id: 'deposit-approved:1',
  type: 'DepositApproved',
  data: { message: 'Your deposit is approved.' },
  read_at: null,
  created_at: '2026-11-23T10:00:00.000Z',
} satisfies NotificationPage['data'][number];
const FIRST_PAGE = { current_page: 1, last_page: 1, per_page: 4, from: null, to: null };
const pageOf = (...data: NotificationPage['data']): NotificationPage => ({
  data,
  meta: { ...FIRST_PAGE, total: data.length, unread_count: data.length },
});

function Balance() {
  useRefreshOnNews();
  const { data } = useWallets();
  return <p>{data?.[0]?.balance.amount}</p>;
}

describe('what a page shows of money', () => {
  for (const [words, earlier] of [
    ['the first notification there ever was', []],
    ['a newer notification', [{ ...APPROVED, id: 'deposit-approved:0' }]],
  ] as const) {
    it(`is asked for again by ${words}`, async () => {
      let page = pageOf(...earlier);
      let balance = usd(100n);
      renderScreen(<Balance />, {
        realm: 'customer',
        answers: { 'GET /notifications': () => page, 'GET /wallets': () => ({ data: [dollarWallet({ balance })] }) },
      });
      await screen.findByText('100');
      await waitFor(() => assert.ok(queryClient.getQueryData(notificationsQuery('customer', 1).queryKey)));
      page = pageOf(APPROVED, ...earlier);
      balance = usd(200n);
      await act(() => invalidate(queryClient, '/notifications'));
      await screen.findByText('200');
    });
  }
});
