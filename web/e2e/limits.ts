// Limits for tests that hang. They are long enough for a machine that is ten times as slow as usual.
export const SUITE_LIMIT_MS = 3_600_000;
/** Limit of one step in a page. */
export const STEP_LIMIT_MS = 300_000;
