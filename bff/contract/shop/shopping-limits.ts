// Without zod, so that screens have these numbers without loading the schemas.

export const MIN_SEARCH_LENGTH = 2;
