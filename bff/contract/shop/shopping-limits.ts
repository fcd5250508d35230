// Without zod, so that screens have these numbers without loading the schemas.

/** The shortest term of a product search. */
export const MIN_SEARCH_LENGTH = 2;
