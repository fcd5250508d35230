// Free of zod, so that screens may know these numbers without fetching the schemas.

/** Product search wants terms of at least this many characters. */
export const MIN_SEARCH_LENGTH = 2;
