import { z } from 'zod';
import { Currency } from '#core/kernel/money/money.ts';
import { MAX_SELLER_ACCOUNTS } from './limits.ts';
import { Line } from './line.ts';

/** An account that customers send deposits of one currency to. */
const SellerAccount = z.strictObject({
  /** Deposits name the account that was printed on their paper by it. */
  id: z.string().regex(/^[0-9a-z-]{1,40}$/),
  currency: Currency,
  /** New deposits of the currency are sent to it; one account of a currency is. */
  isStandard: z.boolean(),
  beneficiary: Line,
  /** The bank's name and place. */
  bank: Line,
  /** The IBAN, or where there is a routing number the account's own number, as papers print it. */
  number: Line,
  bic: Line.nullable(),
  /** Of accounts that have no IBAN. */
  routing: Line.nullable(),
});
export type SellerAccount = z.infer<typeof SellerAccount>;

const Accounts = z.strictObject({ accounts: z.array(SellerAccount).min(1).max(MAX_SELLER_ACCOUNTS) });

export const accountsSection = {
  title: 'Accounts to pay into',
  needsAll: true as const,
  value: Accounts,
  standard: null,
  isMoney: () => true,
};
