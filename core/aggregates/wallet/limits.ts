/** The largest credit limit of one wallet, in whole units of its currency, however many administrators agree. It imports nothing. */
export const MAX_CREDIT_LIMIT = 10_000_000n;
