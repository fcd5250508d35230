import { z } from 'zod';
import { Currency, day } from '#bff/contract/base/common.ts';

/** Nine decimals are the most that is stored. A sign and zero are refused. */
const RATE = /^\d{1,6}(\.\d{1,9})?$/;

export const RateForm = z.object({
  currency: Currency,
  rate: z
    .string()
    .trim()
    .regex(RATE, 'Enter a rate such as 1.0834: at most nine decimals')
    .refine((text) => /[1-9]/.test(text), 'A rate lies above zero'),
  /** The first day of the rate; it may be in the future. */
  from: day('Choose the day from which it holds'),
});
