import { useState } from 'react';
import { ORDER_PAYMENTS } from '#core/aggregates/states.ts';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import type { Slice } from '#web/ui/charts/chart-types.ts';
import { DonutChart } from '#web/ui/charts/donut-chart.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { statusLabel } from '#web/ui/text/badge.tsx';
import type { Stats } from './dashboard-api.ts';

type Kind = 'transactions' | 'orders';

/** The kinds of transactions, or the states of orders: counts of all time. */
export function DistributionCard({ stats }: { stats: Stats | undefined }) {
  const [kind, setKind] = useState<Kind>('transactions');
  return (
    <Card
      title="Distribution"
      description="Counts over all time"
      actions={
        <Segmented
          label="Distribution of"
          value={kind}
          onChange={setKind}
          options={[
            { value: 'transactions', label: 'Transactions' },
            { value: 'orders', label: 'Orders' },
          ]}
        />
      }
    >
      {stats ? (
        <DonutChart
          key={kind}
          label={kind === 'transactions' ? 'Transactions by type' : 'Orders by status'}
          slices={kind === 'transactions' ? transactionSlices(stats) : orderSlices(stats)}
          unit={kind}
        />
      ) : (
        <Loading
          className="flex flex-col items-center gap-6 pt-7"
          shapes={['size-44 shrink-0 rounded-full', 'h-20 w-full']}
        />
      )}
    </Card>
  );
}

const sliceOf = (id: string, value: number): Slice => ({ id, label: statusLabel(id), value });

/** Figures that many stores never have show their name only where there are some. */
const RARE: readonly string[] = ['deposit_fees', 'payouts_returned', 'deposits_taken_back'];

const transactionSlices = ({ transactions: { distribution } }: Stats): Slice[] =>
  Object.entries(distribution)
    .filter(([figure, count]) => count > 0 || !RARE.includes(figure))
    .map(([figure, count]) => sliceOf(figure, count));

const orderSlices = ({ orders }: Stats): Slice[] => ORDER_PAYMENTS.map((status) => sliceOf(status, orders[status]));
