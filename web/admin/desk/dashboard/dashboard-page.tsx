import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BASE_CURRENCY, type Currency } from '#core/kernel/money/currencies.ts';
import { May } from '#web/admin/shared/permission/may.tsx';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { useAdministrator } from '#web/lib/session/administrator.ts';
import { useToastOnError } from '#web/lib/toast/toast-error.ts';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { FAILED, type Period, statsQuery } from './dashboard-api.ts';
import { DistributionCard } from './distribution-card.tsx';
import { OverviewCard } from './overview-card.tsx';
import { RecentOrders, RecentTransactions } from './recent-card.tsx';
import { StatRow } from './stat-row.tsx';

/** Loaded separately, because a store that takes deposits needs none of it. */
const DepositsNotice = lazily(() => import('./deposits-notice.tsx'), 'DepositsNotice');

export function DashboardPage() {
  const { currencies } = useAdministrator();
  const [currency, setCurrency] = useState<Currency>(BASE_CURRENCY);
  const [period, setPeriod] = useState<Period>('12');
  const { data, error, refetch } = useQuery({
    ...statsQuery(currency, period),
    placeholderData: keepPreviousData,
  });
  const stats = data?.data;
  const failed = error && !stats ? { error, refetch } : null;
  useToastOnError(error, FAILED);
  return (
    <>
      <PageHeader
        title="Dashboard"
        description="The store at a glance. Amounts are of the wallets in the chosen currency."
        actions={
          <Segmented
            label="Currency"
            value={currency}
            onChange={setCurrency}
            options={currencies.map((code) => ({ value: code, label: code }))}
          />
        }
      />
      <May permission="settings:change">
        <DepositsNotice />
      </May>
      <div className="flex flex-col gap-6">
        {failed ? (
          <Card>
            <LoadError of={failed} failed={FAILED} />
          </Card>
        ) : (
          <>
            <StatRow stats={stats} period={period} />
            <div className="grid gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
              <OverviewCard
                chart={stats?.transactions.chart}
                currency={stats?.transactions.inflow.currency ?? currency}
                period={period}
                onPeriod={setPeriod}
              />
              <DistributionCard stats={stats} />
            </div>
          </>
        )}
        <div className="grid gap-6 xl:grid-cols-2">
          <May permission="orders:read">
            <RecentOrders failed={failed} />
          </May>
          <May permission="transactions:read">
            <RecentTransactions failed={failed} />
          </May>
        </div>
      </div>
    </>
  );
}
