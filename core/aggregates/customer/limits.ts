// Limits of one customer. It imports nothing.

export const MAX_DOCUMENTS = 50;
export const MAX_API_KEYS = 50;
/** 100 %; 1 % = 100. */
export const MAX_DISCOUNT_BASIS_POINTS = 10_000;
