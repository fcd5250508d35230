/** What becomes of exactly half of a currency's smallest unit. The first one is the standard, and what counted before there was a choice. */
export const ROUNDINGS = ['half-even', 'half-away-from-zero'] as const;
export type Rounding = (typeof ROUNDINGS)[number];
