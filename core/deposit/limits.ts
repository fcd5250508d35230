/** What one deposit may be, in whole units of its currency: the largest is beyond any transfer that the store takes. */
export const MIN_DEPOSIT = 1n;
export const MAX_DEPOSIT = 10_000_000n;
