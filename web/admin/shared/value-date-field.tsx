import { utcDay } from '#web/lib/dates.ts';
import { day } from '#web/ui/frames/form-day.tsx';

/** When the bank received or paid the money: today, or an earlier day. */
export const valueDay = (hint: string) => day('value_date', 'Value date', { hint, to: utcDay(), optional: true });
