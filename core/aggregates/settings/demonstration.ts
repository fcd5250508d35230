import { z } from 'zod';

/** That the store was filled with invented customers, money and codes. It is said before anything else, and never taken back. */
const Demonstration = z.strictObject({ isDemonstration: z.literal(true) });

export const demonstrationSection = {
  title: 'Demonstration',
  value: Demonstration,
  standard: null,
  isMoney: () => true,
};
