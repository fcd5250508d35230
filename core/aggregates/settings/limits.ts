/** Length of a line of settings, of the reason for a change, and of what a section lists. */
export const MAX_SETTINGS_LINE = 200;
export const MAX_SETTINGS_REASON = 300;
export const MAX_ADDRESS_LINES = 5;
export const MAX_SELLER_LINKS = 8;
export const MAX_SELLER_ACCOUNTS = 40;
