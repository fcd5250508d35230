/** Length of a line of settings, of the reason for a change, and of what a section lists. */
export const MAX_SETTINGS_LINE = 200;
export const MAX_SETTINGS_REASON = 300;
export const MAX_ADDRESS_LINES = 5;
export const MAX_SELLER_LINKS = 8;
export const MAX_SELLER_ACCOUNTS = 40;
/** A change of these fields of the seller concerns money: the country decides the VAT of invoices, and the sender is what customers trust. */
export const SELLER_MONEY = ['country', 'vatId', 'mailFrom'] as const;
