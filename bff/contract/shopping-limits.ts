// Free of zod, so that screens may know these numbers without fetching the schemas.

export const MIN_QUANTITY = 1;
export const MAX_QUANTITY = 99_999;
/** The cart screen's stepper stops here; the server takes up to MAX_QUANTITY. */
export const MAX_CART_SCREEN_QUANTITY = 99;

/** Product search wants terms of at least this many characters. */
export const MIN_SEARCH_LENGTH = 2;
