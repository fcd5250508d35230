import { z } from 'zod';
import { WAIT_NUMBERS } from './limits.ts';
import { numberFields, standardNumbers } from './numbers.ts';

/** The times that guard money and sign-ins: a shorter wait, or a longer session, weakens a guard. */
export const waitsSection = {
  title: 'Waits and sessions',
  value: z.strictObject(numberFields(WAIT_NUMBERS)),
  standard: standardNumbers(WAIT_NUMBERS),
  isMoney: () => true,
};
