import { cx } from '#web/lib/words/cx.ts';

const WIDTH = 96;
const HEIGHT = 32;
const PADDING = 3;

/** A line the size of a word. It is decoration, because the number is beside it. */
export function Sparkline({ values, className }: { values: readonly number[]; className?: string }) {
  if (values.length < 2) return null;
  const least = Math.min(...values);
  const range = Math.max(...values) - least || 1;
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * WIDTH;
    const y = HEIGHT - PADDING - ((value - least) / range) * (HEIGHT - 2 * PADDING);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  const line = `M${points.join('L')}`;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cx('overflow-visible text-chart-1', className)}
      aria-hidden="true"
    >
      <path d={`${line}V${HEIGHT}H0Z`} fill="currentColor" fillOpacity="0.09" />
      <path
        d={line}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
