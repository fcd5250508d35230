import { DatePicker } from './controls/date-picker.tsx';
import { type Around, control } from './fields.tsx';

type DayOptions = Around & { to?: string; toYear?: number };

/** One day, as yyyy-MM-dd. */
export const day = <Name extends string>(name: Name, label: string, { to, toYear, ...around }: DayOptions = {}) =>
  control(
    name,
    label,
    ({ value, onChange }) => <DatePicker {...{ label, to, toYear, onChange }} value={value ?? ''} />,
    around,
  );
