import { CalendarDays } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { cx } from '#web/lib/cx.ts';
import { formatDate, toDate, toIsoDay } from '#web/lib/dates.ts';
import { INPUT_CLASS, useFieldAttributes } from './field.tsx';
import { Popover } from './popover.tsx';
import { Skeleton } from './skeleton.tsx';

const DayCalendar = lazy(() => import('./calendar.tsx').then((m) => ({ default: m.DayCalendar })));

type DatePickerProps = {
  /** yyyy-MM-dd, or '' for none. */
  value: string;
  onChange: (day: string) => void;
  /** The choice covers these years. */
  fromYear?: number;
  toYear?: number;
  placeholder?: string;
  label?: string;
};

/** One day, with menus for month and year. Put it in a Field. */
export function DatePicker({
  value,
  onChange,
  fromYear = 1900,
  toYear = new Date().getFullYear(),
  placeholder = 'Pick a date',
  label = 'Date',
}: DatePickerProps) {
  const attributes = useFieldAttributes({ id: undefined, required: undefined });
  return (
    <Popover
      label={label}
      placement="bottom-start"
      trigger={(props) => (
        <button
          type="button"
          {...props}
          id={attributes.id}
          aria-describedby={attributes['aria-describedby']}
          data-invalid={attributes['aria-invalid']}
          className={cx(INPUT_CLASS, 'flex items-center gap-2 text-left data-invalid:border-bad')}
        >
          <CalendarDays className="size-4 shrink-0 text-muted" aria-hidden />
          <span className={cx('tabular truncate', !value && 'text-muted')}>
            {value ? formatDate(value) : placeholder}
          </span>
        </button>
      )}
    >
      {(close) => (
        <Suspense fallback={<Skeleton className="m-3 h-72 w-64" />}>
          <DayCalendar
            value={value ? toDate(value) : undefined}
            from={new Date(fromYear, 0, 1)}
            to={new Date(toYear, 11, 31)}
            onChange={(day) => {
              if (day) onChange(toIsoDay(day));
              close();
            }}
          />
        </Suspense>
      )}
    </Popover>
  );
}
