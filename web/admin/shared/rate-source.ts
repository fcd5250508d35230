import type { OrderRate } from '#bff/contract/order.ts';

/** Where a rate is from. */
export const RATE_SOURCE_TEXTS: Readonly<Record<OrderRate['source'], string>> = {
  configuration: 'Configuration',
  ecb: 'European Central Bank',
  hand: 'By hand',
};
