import { z } from 'zod';
import { Currency, Money, named, Uuid } from './common.ts';

export const Wallet = named('Wallet', {
  id: Uuid,
  name: z.string(),
  currency: Currency,
  /** What the customer owns. */
  balance: Money,
  /** What can be spent now: balance − held + credit limit. */
  available: Money,
  /** Set aside for withdrawals that are under way. */
  held: Money,
  credit_limit: Money,
});
export type Wallet = z.infer<typeof Wallet>;
