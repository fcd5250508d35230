import { curveMonotoneX, curveStep } from '@visx/curve';
import { GridRows } from '@visx/grid';
import { Group } from '@visx/group';
import { ParentSize } from '@visx/responsive';
import { scaleBand, scaleLinear } from '@visx/scale';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { ChartFrame, LegendItem } from './chart-frame.tsx';
import { ChartTable } from './chart-table.tsx';
import { type ChartSeries, chartColor, type SeriesChartProps } from './chart-types.ts';
import { Area, Bars, type Y } from './series-marks.tsx';

const HEIGHT = 288;
const MARGIN = { top: 12, right: 8, bottom: 28, left: 64 };
/** The least width of a label on the bottom axis, in pixels, and the approximate width of a letter. */
const LABEL_WIDTH = 72;
const LETTER_WIDTH = 7;
/** The distance of a label from its axis, in pixels, and what brings the middle of its letters to its value. */
const LABEL_GAP = { left: 12, bottom: 22 };
const HALF_LETTER = 4;
/** The number of values that the left axis names, about. */
const VALUES = 4;

/** See SeriesChart, which loads this. */
export function SeriesChartView(props: SeriesChartProps) {
  const { label, series, format, labelHeader, isLastOpen = false } = props;
  const named = namesOf(props.labels, isLastOpen);
  return (
    <ChartFrame
      legend={series.map((one, index) => (
        <LegendItem key={one.id} color={chartColor(index)}>
          {one.label}
        </LegendItem>
      ))}
      table={
        <ChartTable
          caption={label}
          head={[labelHeader, ...series.map((one) => one.label)]}
          rows={named.map((text, index) => [text, ...series.map((one) => format(one.values[index] ?? 0))])}
        />
      }
    >
      <div style={{ height: HEIGHT }}>
        <ParentSize debounceTime={50}>
          {({ width }) => (width > 0 ? <Plot {...props} width={width} /> : null)}
        </ParentSize>
      </div>
    </ChartFrame>
  );
}

function Plot({
  label,
  labels,
  series,
  kind,
  format,
  formatAxis = format,
  isLastOpen = false,
  onPick,
  width,
}: SeriesChartProps & { width: number }) {
  const innerWidth = Math.max(0, width - MARGIN.left - MARGIN.right);
  const innerHeight = HEIGHT - MARGIN.top - MARGIN.bottom;
  const most = Math.max(1, ...series.flatMap((one) => one.values));
  const least = Math.min(0, ...series.flatMap((one) => one.values));
  const x = scaleBand({
    domain: labels.map((_, index) => index),
    range: [0, innerWidth],
    padding: kind === 'bar' ? 0.35 : 0,
  });
  const y = scaleLinear({ domain: [least, most], range: [innerHeight, 0], nice: VALUES });
  const centre = (index: number) => (x(index) ?? 0) + x.bandwidth() / 2;
  const { active, leave, onPointerMove, onKeyDown } = useActivePoint(labels.length, x.step());
  const pick = () => active !== null && onPick?.(active);
  const shown = active === null ? undefined : namesOf(labels, isLastOpen)[active];
  return (
    <div className="relative" onPointerLeave={leave}>
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={`${label}. ${shown && active !== null ? describe(series, active, shown, format) : `Arrow keys read its points; ${onPick ? 'Enter opens one; ' : ''}a table is at hand.`}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move through its points.
        tabIndex={0}
        onKeyDown={(event) => (event.key === 'Enter' ? pick() : onKeyDown(event))}
        onBlur={leave}
        className="block overflow-visible rounded-sm"
      >
        <Group left={MARGIN.left} top={MARGIN.top}>
          <GridRows scale={y} width={innerWidth} numTicks={VALUES} stroke="var(--color-line)" strokeDasharray="2 4" />
          {active !== null && (
            <line
              x1={centre(active)}
              x2={centre(active)}
              y1={0}
              y2={innerHeight}
              stroke="var(--color-line-strong)"
              strokeWidth={kind === 'bar' ? x.step() : 1}
              strokeOpacity={kind === 'bar' ? 0.25 : 1}
            />
          )}
          {series.map((one, index) =>
            kind === 'bar' ? (
              <Bars key={one.id} series={one} index={index} count={series.length} x={x} y={y} isLastOpen={isLastOpen} />
            ) : (
              <Area
                key={one.id}
                series={one}
                index={index}
                curve={kind === 'steps' ? curveStep : curveMonotoneX}
                centre={centre}
                y={y}
                active={active}
                isLastOpen={isLastOpen}
              />
            ),
          )}
          <Axes centre={centre} y={y} labels={labels} formatAxis={formatAxis} width={innerWidth} top={innerHeight} />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the whole picture is the control, and has the keys. */}
          <rect
            width={innerWidth}
            height={innerHeight}
            fill="transparent"
            onPointerMove={onPointerMove}
            onPointerDown={onPointerMove}
            onClick={pick}
            className={onPick && 'cursor-pointer'}
          />
        </Group>
      </svg>
      {active !== null && shown && (
        <Tip
          left={MARGIN.left + centre(active)}
          width={width}
          title={shown}
          series={series}
          index={active}
          format={format}
        />
      )}
    </div>
  );
}

/** The point under the pointer or chosen by the arrow keys. */
function useActivePoint(count: number, step: number) {
  const [active, setActive] = useState<number | null>(null);
  return {
    active,
    leave: () => setActive(null),
    onPointerMove: (event: PointerEvent<SVGRectElement>) => {
      const { left } = event.currentTarget.getBoundingClientRect();
      setActive(clamp(Math.floor((event.clientX - left) / step), count));
    },
    onKeyDown: (event: KeyboardEvent) => {
      const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!move) return;
      event.preventDefault();
      setActive(clamp((active ?? (move > 0 ? -1 : count)) + move, count));
    },
  };
}

type AxesProps = {
  centre: (index: number) => number;
  y: Y;
  labels: readonly string[];
  formatAxis: (value: number) => string;
  width: number;
  /** The position of the bottom axis. */
  top: number;
};

/** The axes, with as many labels at the bottom as there is room for. Drawn here, because `@visx/axis` brings an evaluator of formulas of 6 kB. */
function Axes({ centre, y, labels, formatAxis, width, top }: AxesProps) {
  const longest = Math.max(0, ...labels.map((text) => text.length));
  const labelWidth = Math.max(LABEL_WIDTH, (longest + 3) * LETTER_WIDTH);
  const everyNth = Math.max(1, Math.ceil((labels.length * labelWidth) / Math.max(1, width)));
  return (
    <g className="fill-muted text-xs">
      {y.ticks(VALUES).map((value) => (
        <text key={value} x={-LABEL_GAP.left} y={y(value) + HALF_LETTER} textAnchor="end">
          {formatAxis(value)}
        </text>
      ))}
      <line x2={width} y1={top} y2={top} stroke="var(--color-line)" shapeRendering="crispEdges" />
      {labels.map(
        (text, index) =>
          index % everyNth === 0 && (
            <text key={index} x={centre(index)} y={top + LABEL_GAP.bottom} textAnchor="middle">
              {text}
            </text>
          ),
      )}
    </g>
  );
}

type TipProps = Pick<SeriesChartProps, 'series' | 'format'> & {
  left: number;
  width: number;
  title: string;
  index: number;
};

/** The tooltip: beside the point, on the side with room. */
function Tip({ left, width, title, series, index, format }: TipProps) {
  const toLeft = left > width / 2;
  return (
    <div
      className="pointer-events-none absolute top-2 z-10 min-w-36 rounded-md bg-raised px-3 py-2 text-xs shadow-md"
      style={toLeft ? { right: width - left + 10 } : { left: left + 10 }}
    >
      <p className="mb-1 font-medium">{title}</p>
      {series.map((one, at) => (
        <p key={one.id} className="flex items-center justify-between gap-4">
          <LegendItem color={chartColor(at)}>{one.label}</LegendItem>
          <span className="tabular font-medium">{format(one.values[index] ?? 0)}</span>
        </p>
      ))}
    </div>
  );
}

const namesOf = (labels: readonly string[], isLastOpen: boolean): readonly string[] =>
  labels.map((label, index) => (isLastOpen && index === labels.length - 1 ? `${label}, so far` : label));

const clamp = (index: number, length: number): number => Math.max(0, Math.min(length - 1, index));

const describe = (
  series: readonly ChartSeries[],
  index: number,
  label: string,
  format: (value: number) => string,
): string => `${label}: ${series.map((one) => `${one.label} ${format(one.values[index] ?? 0)}`).join(', ')}`;
