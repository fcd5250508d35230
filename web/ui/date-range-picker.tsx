import { CalendarDays, X } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { cx } from '#web/lib/cx.ts';
import { formatDatePadded } from '#web/lib/dates.ts';
import { useIsNarrow } from '#web/lib/use-media.ts';
import { INPUT_CLASS, useFieldAttributes } from './field.tsx';
import { Popover } from './popover.tsx';
import { Skeleton } from './skeleton.tsx';

const RangeCalendar = lazy(() => import('./calendar.tsx').then((m) => ({ default: m.RangeCalendar })));

export type DayRange = { from: Date | undefined; to?: Date | undefined };

type DateRangePickerProps = {
  value: DayRange | undefined;
  onChange: (range: DayRange | undefined) => void;
  placeholder?: string;
  /** Names it where no Field does. */
  label?: string;
  className?: string;
};

/** A span of days, chosen on two months: 'Jan 05, 2025 - Jan 09, 2025'. */
export function DateRangePicker({
  value,
  onChange,
  placeholder = 'Pick a date range',
  label = 'Date range',
  className,
}: DateRangePickerProps) {
  const attributes = useFieldAttributes({ id: undefined, required: undefined });
  const isNarrow = useIsNarrow();
  const text = rangeText(value);
  return (
    <div className={cx('relative', className)}>
      <Popover
        label={label}
        placement="bottom-start"
        trigger={(props) => (
          <button
            type="button"
            {...props}
            id={attributes.id}
            aria-describedby={attributes['aria-describedby']}
            aria-label={attributes.id ? undefined : `${label}: ${text ?? placeholder}`}
            className={cx(INPUT_CLASS, 'flex items-center gap-2 pr-9 text-left')}
          >
            <CalendarDays className="size-4 shrink-0 text-muted" aria-hidden />
            <span className={cx('tabular truncate', !text && 'text-muted')}>{text ?? placeholder}</span>
          </button>
        )}
      >
        {() => (
          <Suspense fallback={<Skeleton className="m-3 h-72 w-64 sm:w-136" />}>
            <RangeCalendar value={value} onChange={onChange} months={isNarrow ? 1 : 2} />
          </Suspense>
        )}
      </Popover>
      {text && (
        <button
          type="button"
          aria-label="Clear dates"
          onClick={() => onChange(undefined)}
          className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded-sm text-muted hover:text-ink"
        >
          <X className="size-4" aria-hidden />
        </button>
      )}
    </div>
  );
}

/** 'Jan 05, 2025 - Jan 09, 2025', one date while the second is not chosen, undefined without any. */
export function rangeText(range: DayRange | undefined): string | undefined {
  if (!range?.from) return undefined;
  const from = formatDatePadded(range.from);
  return range.to ? `${from} - ${formatDatePadded(range.to)}` : from;
}
