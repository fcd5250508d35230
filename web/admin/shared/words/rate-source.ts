import type { OrderRate } from '#bff/contract/shop/order.ts';

export const RATE_SOURCE_TEXTS: Readonly<Record<OrderRate['source'], string>> = {
  configuration: 'Configuration',
  ecb: 'European Central Bank',
  hand: 'By hand',
};
