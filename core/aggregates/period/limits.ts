/** Characters. */
export const MAX_REOPEN_REASON = 300;
/** Length of the reason for closing a month while points are open, and of such a point; how many are kept. */
export const MAX_CLOSE_REASON = 300;
export const MAX_POINT = 400;
export const MAX_POINTS = 200;
