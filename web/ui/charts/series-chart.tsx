import { lazily } from '#web/lib/navigation/lazily.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';

/** Values over time as areas or bars, with a tooltip and a table. Its code is loaded with the first chart. */
export const SeriesChart = lazily(
  () => import('./series-chart-view.tsx'),
  'SeriesChartView',
  <Loading shapes={['mb-3 h-4 w-40', 'h-72 w-full rounded-md']} />,
);
