/** Deposits that one line of the bank may pay together. */
export const MAX_PARTS = 20;
