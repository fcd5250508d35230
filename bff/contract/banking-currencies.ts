// Free of zod, so that screens may know this list without fetching the schemas.

/** Currencies a customer's own bank account may be in (payouts are still made from a USD or EUR wallet). */
export const BANKING_CURRENCIES = ['USD', 'EUR', 'GBP', 'JPY', 'AUD', 'CAD', 'CHF', 'CNY'] as const;
