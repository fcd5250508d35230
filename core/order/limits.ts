// What one order may hold; a cart holds no more. The carts' screen, the BFF and the decider read these. It imports nothing.

export const MAX_LINES = 200;
export const MIN_QUANTITY = 1;
export const MAX_QUANTITY = 99_999;
/** The cart screen's stepper stops here; the server takes up to MAX_QUANTITY. */
export const MAX_CART_SCREEN_QUANTITY = 99;
