/** Shorter terms would match too many people. */
export const MIN_USER_SEARCH_LENGTH = 3;
export const USER_SEARCH_TOO_SHORT = `Type at least ${MIN_USER_SEARCH_LENGTH} characters to search`;
