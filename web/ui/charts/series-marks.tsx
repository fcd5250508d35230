import type { curveStep } from '@visx/curve';
import { LinearGradient } from '@visx/gradient';
import { Group } from '@visx/group';
import type { scaleBand, scaleLinear } from '@visx/scale';
import { AreaClosed, Bar, LinePath } from '@visx/shape';
import { useId } from 'react';
import { type ChartSeries, chartColor } from './chart-types.ts';

type X = ReturnType<typeof scaleBand<number>>;
export type Y = ReturnType<typeof scaleLinear<number>>;

type AreaProps = {
  series: ChartSeries;
  index: number;
  curve: typeof curveStep;
  centre: (index: number) => number;
  y: Y;
  active: number | null;
  isLastOpen: boolean;
};

/** A line over its area. The line to an open last point is dashed, without an area. */
export function Area({ series, index, curve, centre, y, active, isLastOpen }: AreaProps) {
  const id = useId();
  const settled = series.values.slice(0, isLastOpen ? -1 : undefined);
  const line = { curve, stroke: chartColor(index), strokeWidth: 2, strokeLinecap: 'round' } as const;
  return (
    <Group>
      <LinearGradient id={id} from={chartColor(index)} to={chartColor(index)} fromOpacity={0.22} toOpacity={0} />
      <AreaClosed
        data={settled}
        x={(_, at) => centre(at)}
        y={(value) => y(value)}
        yScale={y}
        curve={curve}
        fill={`url(#${id})`}
      />
      <LinePath data={settled} x={(_, at) => centre(at)} y={(value) => y(value)} {...line} />
      {isLastOpen && settled.length > 0 && (
        <LinePath
          data={series.values.slice(-2)}
          x={(_, at) => centre(settled.length - 1 + at)}
          y={(value) => y(value)}
          strokeDasharray="2 5"
          {...line}
        />
      )}
      {active !== null && (
        <circle
          cx={centre(active)}
          cy={y(series.values[active] ?? 0)}
          r={4}
          fill={chartColor(index)}
          stroke="var(--color-surface)"
          strokeWidth={2}
        />
      )}
    </Group>
  );
}

type BarsProps = { series: ChartSeries; index: number; count: number; x: X; y: Y; isLastOpen: boolean };

/** The bars of one series, beside those of the others. An open last one is paler. */
export function Bars({ series, index, count, x, y, isLastOpen }: BarsProps) {
  const width = Math.max(2, x.bandwidth() / count - 2);
  return series.values.map((value, at) => {
    const [top, bottom] = [y(Math.max(0, value)), y(Math.min(0, value))];
    return (
      <Bar
        key={at}
        x={(x(at) ?? 0) + (index * x.bandwidth()) / count + 1}
        y={top}
        width={width}
        height={Math.max(0, bottom - top)}
        rx={Math.min(3, width / 2)}
        fill={chartColor(index)}
        fillOpacity={isLastOpen && at === series.values.length - 1 ? 0.5 : 1}
      />
    );
  });
}
