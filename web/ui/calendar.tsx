import { DayPicker } from 'react-day-picker';
import { toDate, toIsoDay } from '#web/lib/dates.ts';
import { DAY_PICKER_CLASSES } from './day-picker-style.ts';

/** Each yyyy-MM-dd, or '' for none; the second is chosen after the first. */
export type DayRange = { from: string; to: string };

type RangeCalendarProps = { value: DayRange; onChange: (range: DayRange) => void; months: number };

const dateOf = (day: string): Date | undefined => (day === '' ? undefined : toDate(day));
const dayOf = (date: Date | undefined): string => (date ? toIsoDay(date) : '');

/** Two months for choosing a range of days. Loaded when the picker opens. */
export function RangeCalendar({ value, onChange, months }: RangeCalendarProps) {
  const [from, to] = [dateOf(value.from), dateOf(value.to)];
  return (
    <DayPicker
      autoFocus
      mode="range"
      numberOfMonths={months}
      weekStartsOn={1}
      selected={from && { from, to }}
      {...(from && { defaultMonth: from })}
      onSelect={(range) => onChange({ from: dayOf(range?.from), to: dayOf(range?.to) })}
      classNames={DAY_PICKER_CLASSES}
    />
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
      selected={value}
      {...(value ? { defaultMonth: value } : {})}
      onSelect={onChange}
      classNames={DAY_PICKER_CLASSES}
    />
  );
}
