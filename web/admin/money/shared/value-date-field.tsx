import { utcDay } from '#web/lib/words/dates.ts';
import { day } from '#web/ui/form/form-day.tsx';

/** When the bank received or paid the money: today, or an earlier day. */
export const valueDay = (hint: string) => day('value_date', 'Value date', { hint, to: utcDay(), optional: true });
