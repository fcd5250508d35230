import { CalendarDays, X } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { useIsNarrow } from '#web/lib/browser/use-media.ts';
import { cx } from '#web/lib/words/cx.ts';
import { FIRST_YEAR, formatDate, formatDatePadded, toDate, toIsoDay } from '#web/lib/words/dates.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Popover } from '#web/ui/overlays/popover.tsx';
import type { DayRange } from './calendar.tsx';
import { INPUT_CLASS, useFieldAttributes } from './field.tsx';

export type { DayRange } from './calendar.tsx';

const DayCalendar = lazy(() => import('./calendar.tsx').then((m) => ({ default: m.DayCalendar })));
const RangeCalendar = lazy(() => import('./calendar.tsx').then((m) => ({ default: m.RangeCalendar })));

type DatePickerProps = {
  /** yyyy-MM-dd, or '' for none. */
  value: string;
  onChange: (day: string) => void;
  /** The last possible day; else the last one of `toYear`. */
  to?: string;
  toYear?: number;
  placeholder?: string;
  label?: string;
  /** Whose days they are, where that could be asked: a time zone. */
  daysIn?: string;
};

/** One day, with menus for month and year. Put it in a Field. */
export function DatePicker({
  value,
  onChange,
  to,
  toYear = new Date().getFullYear(),
  placeholder = 'Pick a date',
  label = 'Date',
  daysIn,
}: DatePickerProps) {
  return (
    <Picker
      label={label}
      text={value && formatDate(value)}
      placeholder={placeholder}
      width="w-64"
      clear={{ label: 'Clear date', onClear: () => onChange('') }}
      daysIn={daysIn}
    >
      {(close) => (
        <DayCalendar
          value={value ? toDate(value) : undefined}
          from={new Date(FIRST_YEAR, 0, 1)}
          to={to === undefined ? new Date(toYear, 11, 31) : toDate(to)}
          onChange={(day) => {
            if (day) onChange(toIsoDay(day));
            close();
          }}
        />
      )}
    </Picker>
  );
}

type DateRangePickerProps = {
  value: DayRange;
  onChange: (range: DayRange) => void;
  placeholder?: string;
  /** Its name where there is no Field. */
  label?: string;
  /** Whose days they are: a time zone. */
  daysIn?: string;
  className?: string;
};

/** A span of days, chosen on two months: 'Jan 05, 2025 - Jan 09, 2025'. */
export function DateRangePicker({
  value,
  onChange,
  placeholder = 'Pick a date range',
  label = 'Date range',
  daysIn,
  className,
}: DateRangePickerProps) {
  const isNarrow = useIsNarrow();
  return (
    <Picker
      label={label}
      text={rangeText(value)}
      placeholder={placeholder}
      width="w-64 sm:w-136"
      clear={{ label: 'Clear dates', onClear: () => onChange({ from: '', to: '' }) }}
      daysIn={daysIn}
      className={className}
    >
      {() => <RangeCalendar value={value} onChange={onChange} months={isNarrow ? 1 : 2} />}
    </Picker>
  );
}

type PickerProps = {
  label: string;
  text: string;
  placeholder: string;
  /** The calendar's width, kept free while its code loads. */
  width: string;
  clear: { label: string; onClear: () => void };
  className?: string | undefined;
  daysIn: string | undefined;
  children: (close: () => void) => ReactNode;
};

function Picker({ label, text, placeholder, width, clear, className, daysIn, children }: PickerProps) {
  const attributes = useFieldAttributes({ id: undefined, required: undefined });
  const frame = useRef<HTMLDivElement>(null);
  return (
    <div ref={frame} className={cx('relative', className)}>
      <Popover
        label={label}
        placement="bottom-start"
        trigger={(props) => (
          <button
            type="button"
            {...props}
            id={attributes.id ?? props.id}
            aria-describedby={attributes['aria-describedby']}
            aria-label={attributes.id ? undefined : `${label}: ${text || placeholder}`}
            data-invalid={attributes['aria-invalid']}
            className={cx(INPUT_CLASS, 'flex items-center gap-2 pr-9 text-left data-invalid:border-bad')}
          >
            <CalendarDays className="size-4 shrink-0 text-muted" aria-hidden />
            <span className={cx('tabular truncate', !text && 'text-muted')}>{text || placeholder}</span>
          </button>
        )}
      >
        {(close) => (
          <>
            <Suspense fallback={<Skeleton className={cx('m-3 h-72', width)} />}>{children(close)}</Suspense>
            {daysIn && <p className="border-t px-3 py-2 text-xs text-muted">Days in {daysIn.replaceAll('_', ' ')}</p>}
          </>
        )}
      </Popover>
      {text && (
        <button
          type="button"
          aria-label={clear.label}
          onClick={() => {
            clear.onClear();
            frame.current?.querySelector('button')?.focus();
          }}
          className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded-sm text-muted hover:text-ink"
        >
          <X className="size-4" aria-hidden />
        </button>
      )}
    </div>
  );
}

/** 'Jan 05, 2025 - Jan 09, 2025', one date while the second is not chosen, '' without any. */
const rangeText = ({ from, to }: DayRange): string =>
  [from, to]
    .filter((day) => day !== '')
    .map(formatDatePadded)
    .join(' - ');
