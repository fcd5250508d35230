import { z } from 'zod';
import { RETENTION_NUMBERS } from './limits.ts';
import { numberFields, standardNumbers } from './numbers.ts';

const Retention = z.strictObject(numberFields(RETENTION_NUMBERS));
type Retention = z.infer<typeof Retention>;
const NAMES = Object.keys(RETENTION_NUMBERS) as (keyof typeof RETENTION_NUMBERS)[];

/** How long what is no longer in use is kept. What is removed does not come back, so a shorter time takes a second owner. */
export const retentionSection = {
  title: 'Retention',
  value: Retention,
  standard: standardNumbers(RETENTION_NUMBERS),
  isMoney: (before: Retention | null, after: Retention) =>
    before !== null && NAMES.some((name) => after[name] < before[name]),
};
