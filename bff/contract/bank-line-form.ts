import { z } from 'zod';
import { optionalDay } from './form-fields.ts';

/** The day from which it counts in the books: the day of the bank's line, unless that month is closed. */
export const LineValueDateForm = z.object({ value_date: optionalDay() });

export const AssignLineForm = z.object({ deposit_id: z.guid('Please choose a deposit').toLowerCase() });

/** Lines that are answered at once: each is locked. */
const MAX_ANSWERED = 500;
export const AnswerLinesForm = z.object({
  line_ids: z
    .array(
      z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .meta({ examples: ['5f'.repeat(32)] }),
    )
    .min(1)
    .max(MAX_ANSWERED),
  is: z.enum(['same', 'another']),
});
