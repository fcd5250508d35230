/**
 * The smallest withdrawal that a customer may request, in whole units of the currency; an administrator may pay out any
 * amount above zero.
 */
export const MIN_CUSTOMER_WITHDRAWAL = 1n;
