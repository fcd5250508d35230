import { lazily } from '#web/lib/navigation/lazily.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';

/** Shares of a whole as a ring, with a legend and a table. Its code is loaded with the first chart. */
export const DonutChart = lazily(
  () => import('./donut-chart-view.tsx'),
  'DonutChartView',
  <Loading className="flex items-center gap-6" shapes={['size-44 shrink-0 rounded-full', 'h-20 w-full']} />,
);
