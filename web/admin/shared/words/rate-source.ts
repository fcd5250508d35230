import type { OrderRate } from '#bff/contract/shop/order.ts';

/** The source of a rate. */
export const RATE_SOURCE_TEXTS: Readonly<Record<OrderRate['source'], string>> = {
  configuration: 'Configuration',
  ecb: 'European Central Bank',
  hand: 'By hand',
};
