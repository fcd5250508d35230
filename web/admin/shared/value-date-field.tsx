import type { UseFormReturn } from 'react-hook-form';
import { utcDay } from '#web/lib/dates.ts';
import { DatePicker } from '#web/ui/date-picker.tsx';
import { FormControl } from '#web/ui/frames/form-field.tsx';

type Dated = { value_date?: string | null | undefined };

/** When the bank received or paid the money: today, or an earlier day. */
export const ValueDateField = <Input extends Dated, Output>({
  form,
  hint,
}: {
  form: UseFormReturn<Input, unknown, Output>;
  hint: string;
}) => (
  // Every form with this field has it under this name.
  <FormControl
    form={form as unknown as UseFormReturn<Dated, unknown, Output>}
    name="value_date"
    label="Value date"
    hint={hint}
  >
    {({ value, onChange }) => <DatePicker label="Value date" value={value ?? ''} onChange={onChange} to={utcDay()} />}
  </FormControl>
);
