import { Group } from '@visx/group';
import { Pie } from '@visx/shape';
import { useState } from 'react';
import { cx } from '#web/lib/words/cx.ts';
import { ChartFrame, LegendItem } from './chart-frame.tsx';
import { ChartTable } from './chart-table.tsx';
import { chartColor, type DonutChartProps, type Slice } from './chart-types.ts';

const SIZE = 176;
const RADIUS = SIZE / 2;
const THICKNESS = 22;

/** See DonutChart, which loads this. */
export function DonutChartView({ label, slices, unit }: DonutChartProps) {
  const [active, setActive] = useState<string | null>(null);
  const total = slices.reduce((sum, slice) => sum + slice.value, 0);
  const colorOf = (slice: Slice) => chartColor(slices.indexOf(slice));
  const share = (value: number) => (total === 0 ? '0%' : `${((value / total) * 100).toFixed(1)}%`);
  const shown = slices.find((slice) => slice.id === active);
  return (
    <ChartFrame
      table={
        <ChartTable
          caption={label}
          head={['Kind', 'Count', 'Share']}
          rows={slices.map((slice) => [slice.label, format(slice.value), share(slice.value)])}
        />
      }
    >
      <div className="flex flex-wrap items-center justify-center gap-x-8 gap-y-5">
        <div className="relative shrink-0" style={{ width: SIZE, height: SIZE }}>
          <Ring
            name={`${label}: ${slices.map((slice) => `${slice.label} ${share(slice.value)}`).join(', ')}`}
            slices={slices.filter((slice) => slice.value > 0)}
            colorOf={colorOf}
            active={active}
            onActive={setActive}
          />
          <div
            className="pointer-events-none absolute inset-0 grid place-content-center text-center"
            aria-hidden="true"
          >
            <span className="tabular text-xl font-semibold">{format(shown?.value ?? total)}</span>
            <span className="text-xs text-muted">
              {shown ? `${shown.label}\u00a0·\u00a0${share(shown.value)}` : unit}
            </span>
          </div>
        </div>
        <ul className="min-w-40 grow space-y-2 text-sm">
          {slices.map((slice) => (
            <li
              key={slice.id}
              onPointerEnter={() => setActive(slice.id)}
              onPointerLeave={() => setActive(null)}
              className={cx(
                'flex items-center justify-between gap-4 transition-opacity',
                active !== null && active !== slice.id && 'opacity-50',
              )}
            >
              <LegendItem color={colorOf(slice)}>{slice.label}</LegendItem>
              <span className="tabular text-muted">
                {format(slice.value)} <span className="ml-2 inline-block w-12 text-right">{share(slice.value)}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </ChartFrame>
  );
}

const format = (value: number): string => value.toLocaleString('en-US');

type RingProps = {
  name: string;
  slices: readonly Slice[];
  colorOf: (slice: Slice) => string;
  active: string | null;
  onActive: (id: string | null) => void;
};

function Ring({ name, slices, colorOf, active, onActive }: RingProps) {
  return (
    <svg width={SIZE} height={SIZE} role="img" aria-label={name}>
      <Group top={RADIUS} left={RADIUS}>
        {slices.length === 0 && (
          <circle r={RADIUS - THICKNESS / 2} fill="none" stroke="var(--color-none-soft)" strokeWidth={THICKNESS} />
        )}
        <Pie
          data={[...slices]}
          pieValue={(slice) => slice.value}
          pieSort={null}
          outerRadius={RADIUS}
          innerRadius={RADIUS - THICKNESS}
          cornerRadius={4}
          padAngle={slices.length > 1 ? 0.025 : 0}
        >
          {(pie) =>
            pie.arcs.map((arc) => (
              <path
                key={arc.data.id}
                d={pie.path(arc) ?? ''}
                fill={colorOf(arc.data)}
                className="transition-opacity"
                opacity={active === null || active === arc.data.id ? 1 : 0.3}
                onPointerEnter={() => onActive(arc.data.id)}
                onPointerLeave={() => onActive(null)}
              />
            ))
          }
        </Pie>
      </Group>
    </svg>
  );
}
