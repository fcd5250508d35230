import { ChartArea, ChartColumn } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { Currency } from '#core/kernel/money/currencies.ts';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { formatDate, toDate } from '#web/lib/words/dates.ts';
import { approximateMajor, formatApproximate, formatCompact } from '#web/lib/words/money.ts';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import type { ChartSeries } from '#web/ui/charts/chart-types.ts';
import { SeriesChart } from '#web/ui/charts/series-chart.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { Select } from '#web/ui/form/controls/select.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PERIODS, type Period, type Stats } from './dashboard-api.ts';

const LABELS = { inflow: 'Inflow', outflow: 'Outflow' } as const;
const weekLabel = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

type OverviewCardProps = {
  chart: Stats['transactions']['chart'] | undefined;
  currency: Currency;
  period: Period;
  onPeriod: (period: Period) => void;
};

/** Money in and out of the wallets, week by week, as areas or bars. */
export function OverviewCard({ chart, currency, period, onPeriod }: OverviewCardProps) {
  const [kind, setKind] = useState<'area' | 'bar'>('area');
  const [, navigate] = useLocation();
  const mayOpen = useMay('transactions:read');
  const series = useMemo(() => chart && seriesOf(chart), [chart]);
  return (
    <Card
      title="Transaction Overview"
      description={`Weekly inflow and outflow in ${currency}`}
      actions={
        <>
          <Select
            aria-label="Period"
            value={period}
            onChange={(chosen) => onPeriod(chosen as Period)}
            options={Object.entries(PERIODS).map(([value, label]) => ({ value, label }))}
            className="w-40"
          />
          <Segmented
            label="Kind of chart"
            value={kind}
            onChange={setKind}
            options={[
              { value: 'area', label: 'Area', icon: <ChartArea aria-hidden /> },
              { value: 'bar', label: 'Bar', icon: <ChartColumn aria-hidden /> },
            ]}
          />
        </>
      }
    >
      {chart && series ? (
        <SeriesChart
          label={`Weekly inflow and outflow in ${currency}`}
          labelHeader="Week of"
          labels={chart.labels.map((day) => weekLabel.format(toDate(day)))}
          series={series}
          kind={kind}
          isLastOpen
          onPick={mayOpen ? (index) => navigate(weekHref(chart.labels[index])) : undefined}
          format={(value) => formatApproximate(value, currency)}
          formatAxis={(value) => formatCompact(value, currency)}
        />
      ) : (
        <Loading shapes={['mb-3 h-4 w-40', 'h-72 w-full rounded-md']} />
      )}
      {chart && chart.labels.length > 0 && (
        <p className="mt-3 text-xs text-muted">
          {formatDate(chart.labels[0] ?? '')} to today. Weeks begin on Monday, UTC.
        </p>
      )}
    </Card>
  );
}

const weekHref = (monday = ''): string =>
  `/admin/transactions?start_date=${monday}&end_date=${new Date(Date.parse(monday) + 6 * 86_400_000).toISOString().slice(0, 10)}`;

const seriesOf = (chart: Stats['transactions']['chart']): ChartSeries[] =>
  chart.datasets.map((dataset) => ({
    id: dataset.label,
    label: LABELS[dataset.label],
    // Outflow is drawn upwards beside inflow, whatever its sign.
    values: dataset.data.map((money) => Math.abs(approximateMajor(money))),
  }));
