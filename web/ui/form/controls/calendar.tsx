import { DayPicker, type Modifiers } from 'react-day-picker';
import { formatLongDay, toDate, toIsoDay } from '#web/lib/words/dates.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { DAY_PICKER_CLASSES } from './day-picker-style.ts';

/** Each yyyy-MM-dd, or '' for none; the second is chosen after the first. */
export type DayRange = { from: string; to: string };

type RangeCalendarProps = { value: DayRange; onChange: (range: DayRange) => void; months: number };

const dateOf = (day: string): Date | undefined => (day === '' ? undefined : toDate(day));
const dayOf = (date: Date | undefined): string => (date ? toIsoDay(date) : '');

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' });
/** Begins with the number that is seen: '1 November 2026, Sunday'. */
const LABELS = {
  labelDayButton: (date: Date, { today, selected }: Modifiers) =>
    [formatLongDay(date), weekday.format(date), today && 'today', selected && 'selected'].filter(Boolean).join(', '),
};

/** Spans that are asked for most, up to today. */
const SPANS: Readonly<Record<string, (today: Date) => readonly [from: Date, to: Date]>> = {
  'This month': (today) => [startOf(today, 0), today],
  'Last month': (today) => [startOf(today, -1), new Date(today.getFullYear(), today.getMonth(), 0)],
  'This quarter': (today) => [startOf(today, -(today.getMonth() % 3)), today],
  'Year to date': (today) => [startOf(today, -today.getMonth()), today],
};
const startOf = (day: Date, months: number) => new Date(day.getFullYear(), day.getMonth() + months, 1);

/** Two months for choosing a range of days, the last and this one at first; or a usual span. Loaded when the picker opens. */
export function RangeCalendar({ value, onChange, months }: RangeCalendarProps) {
  const [from, to] = [dateOf(value.from), dateOf(value.to)];
  const shown = value.from + value.to;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and its layout. */}
      <div role="group" aria-label="Usual spans" className="flex flex-wrap gap-1.5 px-3 pt-3">
        {Object.entries(SPANS).map(([label, spanOf]) => {
          const [first, last] = spanOf(new Date()).map(toIsoDay) as [string, string];
          return (
            <Button
              key={label}
              size="sm"
              aria-pressed={value.from === first && value.to === last}
              onClick={() => onChange({ from: first, to: last })}
            >
              {label}
            </Button>
          );
        })}
      </div>
      <DayPicker
        // A usual span may lie in other months than those that are open.
        key={shown === '' || (from && to) ? shown : value.from}
        autoFocus
        mode="range"
        numberOfMonths={months}
        weekStartsOn={1}
        labels={LABELS}
        selected={from && { from, to }}
        defaultMonth={from ?? startOf(new Date(), 1 - months)}
        onSelect={(range) => onChange({ from: dayOf(range?.from), to: dayOf(range?.to) })}
        classNames={DAY_PICKER_CLASSES}
      />
    </>
  );
}

type DayCalendarProps = { value: Date | undefined; onChange: (day: Date | undefined) => void; from: Date; to: Date };

/** One month with menus of month and year, for a date long ago. Loaded when the picker opens. */
export function DayCalendar({ value, onChange, from, to }: DayCalendarProps) {
  return (
    <DayPicker
      autoFocus
      mode="single"
      captionLayout="dropdown"
      weekStartsOn={1}
      startMonth={from}
      endMonth={to}
      disabled={{ before: from, after: to }}
      labels={LABELS}
      selected={value}
      {...(value ? { defaultMonth: value } : {})}
      onSelect={onChange}
      classNames={DAY_PICKER_CLASSES}
    />
  );
}
