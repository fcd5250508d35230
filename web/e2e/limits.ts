// They end what hangs. A machine that is ten times as slow as usual is to get to the end.
export const SUITE_LIMIT_MS = 1_800_000;
/** Of one step in a page. */
export const STEP_LIMIT_MS = 120_000;
