// It imports nothing, because the contract and the browser read it, too.

/**
 * Where a rate comes from: the store's configuration (before anything was recorded), the European Central Bank, or a
 * person.
 */
export const RATE_SOURCES = ['configuration', 'ecb', 'hand'] as const;
export type RateSource = (typeof RATE_SOURCES)[number];

/** The day of the configured rates: they hold until a rate is recorded. */
export const FIRST_DAY = '1970-01-01';
