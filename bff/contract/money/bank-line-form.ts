import { z } from 'zod';
import { DecimalInput, MAX_NOTE_LENGTH, Uuid } from '#bff/contract/base/common.ts';
import { optionalDay, optionalText } from '#bff/contract/base/form-fields.ts';
import { MAX_PARTS } from '#core/aggregates/suspense/limits.ts';

/** The day from which it counts in the books: the day of the bank's line, unless that month is closed. */
export const LineValueDateForm = z.object({ value_date: optionalDay() });

export const AssignLineForm = z.object({ deposit_id: z.guid('Please choose a deposit').toLowerCase() });

/** Deposits that a line pays together, each as it was shown. */
export const SplitLineForm = z.object({
  deposits: z
    .array(
      z.object({
        id: z.guid('Please choose a deposit').toLowerCase(),
        expect_amount: DecimalInput.optional(),
        expect_proof: Uuid.nullish(),
      }),
    )
    .min(2)
    .max(MAX_PARTS),
  value_date: optionalDay(),
  admin_notes: optionalText(MAX_NOTE_LENGTH),
  /** The fee in percent, as it was shown. */
  expect_fee_percent: z.string().max(20).optional(),
});

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
