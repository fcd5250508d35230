import { lazy, Suspense } from 'react';
import { Loading, Skeleton } from '../skeleton.tsx';
import type { SeriesChartProps } from './chart-types.ts';

const SeriesChartView = lazy(() => import('./series-chart-view.tsx').then((m) => ({ default: m.SeriesChartView })));

/** Values over time as areas or bars, with a tooltip and a table; drawn by code that is fetched when a chart is. */
export function SeriesChart(props: SeriesChartProps) {
  return (
    <Suspense
      fallback={
        <Loading>
          <Skeleton className="mb-3 h-4 w-40" />
          <Skeleton className="h-72 w-full rounded-md" />
        </Loading>
      }
    >
      <SeriesChartView {...props} />
    </Suspense>
  );
}
