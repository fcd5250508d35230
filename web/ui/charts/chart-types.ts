/** One line or set of bars. */
export type ChartSeries = {
  id: string;
  label: string;
  /** By index of `labels`. */
  values: readonly number[];
};

export type SeriesChartProps = {
  /** Names the chart for those who listen. */
  label: string;
  /** Along the bottom, oldest first. */
  labels: readonly string[];
  series: readonly ChartSeries[];
  /** Steps stay where they are until the next value: a balance, which never lies between two. */
  kind: 'area' | 'bar' | 'steps';
  /** How a value reads in the tooltip and the table. */
  format: (value: number) => string;
  /** Shorter, for the axis; `format` by default. */
  formatAxis?: (value: number) => string;
  /** Head of the first column of the table ('Week'). */
  labelHeader: string;
  /** The time of the last point is not over: it is drawn lighter and named "so far". */
  isLastOpen?: boolean;
};

export type Slice = { id: string; label: string; value: number; color?: string };

export type DonutChartProps = {
  label: string;
  slices: readonly Slice[];
  format?: (value: number) => string;
  /** Said under the total in the middle ('orders'). */
  unit?: string;
};

/** The chart colours in order; status colours stay free for status. */
const CHART_COLORS = [
  'var(--color-chart-1)',
  'var(--color-chart-2)',
  'var(--color-chart-3)',
  'var(--color-chart-4)',
  'var(--color-faint)',
];

/** The colour of the nth series or slice. */
export const chartColor = (index: number): string =>
  CHART_COLORS[index % CHART_COLORS.length] ?? 'var(--color-chart-1)';
