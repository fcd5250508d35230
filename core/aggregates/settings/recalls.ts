import { z } from 'zod';
import { Currency } from '#core/kernel/money/money.ts';
import type { SellerAccount } from './accounts.ts';
import { MAX_RECALLS } from './limits.ts';
import { Line } from './line.ts';

/**
 * An account that was wrong, by what papers printed of it: an account keeps its id when its number is corrected, and the corrected one is not
 * recalled.
 */
const RecalledAccount = z.strictObject({ currency: Currency, number: Line, routing: Line.nullable() });
export type RecalledAccount = z.infer<typeof RecalledAccount>;

const Recalls = z.strictObject({ recalled: z.array(RecalledAccount).max(MAX_RECALLS) });
type Recalls = z.infer<typeof Recalls>;
const standard: Recalls = { recalled: [] };

/** However it is grouped. */
const keyOf = ({ currency, number, routing }: RecalledAccount): string =>
  [currency, ...[number, routing ?? ''].map((text) => text.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase())].join(' ');

export const isSameAccount = (one: RecalledAccount, other: RecalledAccount): boolean => keyOf(one) === keyOf(other);

/** Whether customers must not pay into it. `values`: as the settings are now. */
export const isRecalled = (
  { recalls }: { readonly recalls?: Recalls | undefined },
  account: RecalledAccount | SellerAccount,
): boolean => recalls?.recalled.some((each) => isSameAccount(each, account)) ?? false;

/** Accounts that were wrong. A recall protects customers, so it does not wait; taking one back does. */
export const recallsSection = {
  title: 'Recalled accounts',
  needsAll: true as const,
  value: Recalls,
  standard,
  isMoney: () => true,
  isUrgent: (before: Recalls, after: Recalls) => before.recalled.every((each) => isRecalled({ recalls: after }, each)),
};
