/** Limits of one deposit, in whole units of its currency: the largest is above any transfer that the store accepts. */
export const MIN_DEPOSIT = 1n;
export const MAX_DEPOSIT = 10_000_000n;
