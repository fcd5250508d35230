import { DayPicker } from 'react-day-picker';
import { DAY_PICKER_CLASSES } from './day-picker-style.ts';

export type DayRange = { from: Date | undefined; to?: Date | undefined };

type RangeCalendarProps = {
  value: DayRange | undefined;
  onChange: (range: DayRange | undefined) => void;
  months: number;
};

/** Two months on which a range of days is chosen. Fetched when the picker opens. */
export function RangeCalendar({ value, onChange, months }: RangeCalendarProps) {
  return (
    <DayPicker
      autoFocus
      mode="range"
      numberOfMonths={months}
      weekStartsOn={1}
      selected={value ? { from: value.from, to: value.to } : undefined}
      {...(value?.from ? { defaultMonth: value.from } : {})}
      onSelect={(range) => onChange(range?.from ? range : undefined)}
      classNames={DAY_PICKER_CLASSES}
    />
  );
}

type DayCalendarProps = { value: Date | undefined; onChange: (day: Date | undefined) => void; from: Date; to: Date };

/** One month with menus of month and year, for a date long ago. Fetched when the picker opens. */
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
