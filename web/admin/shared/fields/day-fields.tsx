import { type Days, daysRefusal } from '#bff/contract/base/days.ts';
import { readerZone } from '#web/lib/words/dates.ts';
import { DatePicker } from '#web/ui/form/controls/date-picker.tsx';
import { Field } from '#web/ui/form/controls/field.tsx';

type DayFieldsProps = {
  days: Pick<Required<Days>, 'start_date' | 'end_date'>;
  onChange: (changes: Days) => void;
  labels?: { start: string; end: string };
};

/** The first and the last day, both included; shows an error where they are not in order. */
export function DayFields({ days, onChange, labels = { start: 'Start date', end: 'End date' } }: DayFieldsProps) {
  const { start_date = '', end_date = '' } = days;
  return (
    <>
      <Field label={labels.start}>
        <DatePicker
          label={labels.start}
          daysIn={readerZone()}
          value={start_date}
          onChange={(day) => onChange({ start_date: day })}
        />
      </Field>
      <Field label={labels.end} error={daysRefusal(days)}>
        <DatePicker
          label={labels.end}
          daysIn={readerZone()}
          value={end_date}
          onChange={(day) => onChange({ end_date: day })}
        />
      </Field>
    </>
  );
}
