/** One line or set of bars. */
export type ChartSeries = {
  id: string;
  label: string;
  /** One for each entry of `labels`. */
  values: readonly number[];
};

export type SeriesChartProps = {
  /** The chart's name for screen readers. */
  label: string;
  /** The labels of the bottom axis, oldest first. */
  labels: readonly string[];
  series: readonly ChartSeries[];
  /** `steps` keeps a value until the next one: for a balance, which has no values between. */
  kind: 'area' | 'bar' | 'steps';
  /** The text of a value in the tooltip and the table. */
  format: (value: number) => string;
  /** A shorter text for the axis; `format` by default. */
  formatAxis?: (value: number) => string;
  /** The head of the table's first column ('Week'). */
  labelHeader: string;
  /** The period of the last point is not over: it is drawn lighter and named "so far". */
  isLastOpen?: boolean;
  /** Opens what is behind a point, by a click or Enter. */
  onPick?: ((index: number) => void) | undefined;
};

export type Slice = { id: string; label: string; value: number };

export type DonutChartProps = {
  label: string;
  slices: readonly Slice[];
  /** The word under the total in the middle ('orders'). */
  unit: string;
};

/** The chart colours in order. Status colours are reserved for status. */
const CHART_COLORS = [
  'var(--color-chart-1)',
  'var(--color-chart-2)',
  'var(--color-chart-3)',
  'var(--color-chart-4)',
  'var(--color-faint)',
];

export const chartColor = (index: number): string =>
  CHART_COLORS[index % CHART_COLORS.length] ?? 'var(--color-chart-1)';
