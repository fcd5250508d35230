import { v5 } from 'uuid';
import type { Currency } from '#core/kernel/currencies.ts';

/** Changing it would give every customer new wallets. */
const NAMESPACE = '0d4a7f52-6f0c-5f9e-8a3e-4b1c9d2e7f60';

/** A customer has one wallet a currency, so its id follows from both and opening it twice is the same opening. */
export const walletIdOf = (customerId: string, currency: Currency): string =>
  v5(`wallet/${customerId}/${currency}`, NAMESPACE);
