import { z } from 'zod';
import { optionalDay } from './form-fields.ts';

/** The day from which it counts in the books: the day of the bank's line, unless that month is closed. */
export const LineValueDateForm = z.object({ value_date: optionalDay() });

export const AssignLineForm = z.object({ deposit_id: z.guid('Please choose a deposit').toLowerCase() });
