/** Characters of why a month is reopened. */
export const MAX_REOPEN_REASON = 300;
