import { z } from 'zod';
import { TIMES } from '#core/aggregates/period/times.ts';
import { DateOnly } from './common.ts';

/** The state of the books at the end of a day, by the time of recording or by value date; without a day, now. */
export const asOfFields = { at: DateOnly.optional(), by: z.enum(TIMES).default('recorded') };
export const AsOfQuery = z.object(asOfFields);
export type AsOfQuery = z.infer<typeof AsOfQuery>;
