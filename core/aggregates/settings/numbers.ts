import { z } from 'zod';
import type { NumberRows } from './limits.ts';

type Values<Rows extends NumberRows> = { readonly [Name in keyof Rows]: number };

/** The schema's fields for a table of numbers. */
export const numberFields = <Rows extends NumberRows>(rows: Rows) =>
  Object.fromEntries(Object.entries(rows).map(([name, { min, max }]) => [name, z.int().min(min).max(max)])) as {
    [Name in keyof Rows]: z.ZodInt;
  };

/** What they are before anybody decides. */
export const standardNumbers = <Rows extends NumberRows>(rows: Rows) =>
  Object.fromEntries(Object.entries(rows).map(([name, { value }]) => [name, value])) as Values<Rows>;

/** A percentage from 0 to 100, exact. */
export const Percent = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,8})?$/)
  .refine((text) => Number(text) <= 100);
