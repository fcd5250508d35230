import { lazy, Suspense } from 'react';
import { Loading, Skeleton } from '../skeleton.tsx';
import type { DonutChartProps } from './chart-types.ts';

const DonutChartView = lazy(() => import('./donut-chart-view.tsx').then((m) => ({ default: m.DonutChartView })));

/** Shares of a whole as a ring, with a legend and a table; drawn by code that is fetched when a chart is. */
export function DonutChart(props: DonutChartProps) {
  return (
    <Suspense
      fallback={
        <Loading className="flex items-center gap-6">
          <Skeleton className="size-44 shrink-0 rounded-full" />
          <Skeleton className="h-20 w-full" />
        </Loading>
      }
    >
      <DonutChartView {...props} />
    </Suspense>
  );
}
