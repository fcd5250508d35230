/** Length of the reason for reopening a month. */
export const MAX_REOPEN_REASON = 300;
