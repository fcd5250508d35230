import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#web/lib/words/cx.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Sparkline } from './sparkline.tsx';
import { useCountUp } from './use-count-up.ts';

type StatCardProps = {
  label: string;
  /** A number counts up; anything else (an amount) is shown at once. Undefined while loading. */
  value: number | ReactNode | undefined;
  icon?: ReactNode;
  /** Percent, with the compared period: { percent: 12.5, period: 'vs last month' }; null shows 'None last month', where there was nothing to compare with. */
  trend?: { percent: number | null; period: string } | undefined;
  /** A small line under the value: '12 active, 3 pending'. */
  detail?: ReactNode;
  /** Values over time, oldest first. */
  series?: readonly number[] | undefined;
  className?: string;
};

export function StatCard({ label, value, icon, trend, detail, series, className }: StatCardProps) {
  return (
    <section
      aria-label={label}
      className={cx('flex min-w-0 flex-col rounded-lg border bg-surface p-5 shadow-xs max-sm:p-4', className)}
    >
      <div className="flex items-center justify-between gap-2">
        <p className="truncate text-sm text-muted">{label}</p>
        {icon && <span className="text-faint [&_svg]:size-4">{icon}</span>}
      </div>
      <div className="mt-2 flex items-end justify-between gap-4">
        <div className="tabular min-w-0 truncate text-xl font-semibold">
          {value === undefined ? (
            <Skeleton className="my-1 h-6 w-24" />
          ) : typeof value === 'number' ? (
            <CountUp value={value} />
          ) : (
            value
          )}
        </div>
        {series && series.length > 1 && <Sparkline values={series} className="h-8 w-24 shrink-0 max-sm:hidden" />}
      </div>
      {(trend || detail !== undefined) && (
        <div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
          {trend && <Trend {...trend} />}
          {detail}
        </div>
      )}
    </section>
  );
}

/** '+12.5% vs last month'. */
function Trend({ percent, period }: { percent: number | null; period: string }) {
  if (percent === null) return <span>None {period}</span>;
  const Icon = percent > 0 ? TrendingUp : percent < 0 ? TrendingDown : Minus;
  const sign = percent > 0 ? '+' : '';
  return (
    <span className="inline-flex items-center gap-1">
      <span
        className={cx(
          'tabular inline-flex items-center gap-1 font-medium',
          percent > 0 && 'text-ok',
          percent < 0 && 'text-bad',
        )}
      >
        <Icon className="size-3.5" aria-hidden />
        {sign}
        {percent.toFixed(1)}%
      </span>
      {period}
    </span>
  );
}

function CountUp({ value }: { value: number }) {
  const shown = Math.round(useCountUp(value));
  // Screen readers get the final number, not the counting.
  return (
    <>
      <span aria-hidden="true">{shown.toLocaleString('en-US')}</span>
      <span className="sr-only">{value.toLocaleString('en-US')}</span>
    </>
  );
}
