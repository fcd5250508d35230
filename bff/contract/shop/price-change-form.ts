import { z } from 'zod';
import { MAX_NUMERIC_ID } from '#bff/contract/base/common.ts';
import { optionalDay } from '#bff/contract/base/form-fields.ts';

/** Percent with at most two decimals, below zero for less. */
const Percentage = z
  .union([z.string(), z.number()], { error: 'Please enter a percentage' })
  .meta({ examples: ['-5'] })
  .transform(String)
  .pipe(
    z
      .string()
      .regex(/^-?\d{1,4}(\.\d{1,2})?$/, 'Please enter a percentage, such as 5 or -2.5')
      .transform(Number)
      .refine((percent) => percent !== 0, 'Please enter a percentage other than 0')
      .refine((percent) => percent > -100 && percent <= 1_000, 'Must be above -100 and at most 1000'),
  );

export const PriceChangeForm = z.object({
  brand_ids: z
    .array(z.int().min(1).max(MAX_NUMERIC_ID))
    .min(1, 'Please choose a brand')
    .max(500, 'Please choose at most 500 brands'),
  percentage: Percentage,
  /** Its midnight; left out: at once. */
  day: optionalDay(),
});
export type PriceChangeForm = z.infer<typeof PriceChangeForm>;
