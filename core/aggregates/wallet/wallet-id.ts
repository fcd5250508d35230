import { v5 } from 'uuid';
import type { Currency } from '#core/kernel/money/currencies.ts';

/** With another one every customer would get new wallets. */
const NAMESPACE = '0d4a7f52-6f0c-5f9e-8a3e-4b1c9d2e7f60';

/** A customer has one wallet for each currency. Its id follows from both, so a repeated opening has the same id. */
export const walletIdOf = (customerId: string, currency: Currency): string =>
  v5(`wallet/${customerId}/${currency}`, NAMESPACE);
