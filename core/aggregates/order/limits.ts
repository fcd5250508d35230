// How much one order may contain; a cart holds no more. The screens, the BFF and the decider
// read these. It imports nothing.

export const MAX_LINES = 200;
/** Of one piece, in whole units of its currency. */
export const MAX_PRICE = 10_000_000n;
export const MIN_QUANTITY = 1;
export const MAX_QUANTITY = 99_999;
/** The cart screen's stepper stops here; the server takes up to MAX_QUANTITY. */
export const MAX_CART_SCREEN_QUANTITY = 99;
