import { z } from 'zod';
import { BASE_CURRENCY, DEFAULT_CURRENCIES } from '#core/kernel/money/currencies.ts';
import { Currency } from '#core/kernel/money/money.ts';
import { ROUNDINGS, type Rounding } from '#core/kernel/money/rounding.ts';
import { MAX_PAYOUT_ACCOUNTS, VOUCHER_KINDS } from './limits.ts';
import { Line } from './line.ts';
import { Percent } from './numbers.ts';

/** What is sold in which currency, what it costs beside its price, and where payouts leave from. */
const Money = z.strictObject({
  /** Of wallets and of prices, the base currency among them. */
  currencies: z
    .array(Currency)
    .refine((codes) => codes.includes(BASE_CURRENCY) && new Set(codes).size === codes.length),
  /** Of a line whose price has another currency than the wallet. */
  conversionFeePercent: Percent,
  /** Of an approved deposit. */
  depositFeePercent: Percent,
  voucherVat: z.enum(VOUCHER_KINDS),
  /** Of the seller's country, where gift cards are single-purpose. */
  vatPercent: Percent,
  /** Of discounts, fees and the VAT within an invoice. None in settings of before the field, and where it is the standard. */
  rounding: z.enum(ROUNDINGS).optional(),
  /** A currency without one is paid from the standard account that customers pay into. */
  payoutAccounts: z
    .array(z.strictObject({ currency: Currency, account: Line, bic: Line }))
    .max(MAX_PAYOUT_ACCOUNTS)
    .refine((accounts) => new Set(accounts.map(({ currency }) => currency)).size === accounts.length),
});
type Money = z.infer<typeof Money>;

const standard: Money = {
  currencies: [...DEFAULT_CURRENCIES],
  conversionFeePercent: '2',
  depositFeePercent: '0',
  voucherVat: 'multi-purpose',
  vatPercent: '21',
  payoutAccounts: [],
};

export const roundingOf = (money: Pick<Money, 'rounding'> | undefined): Rounding => money?.rounding ?? ROUNDINGS[0];

export const moneySection = { title: 'Money', needsAll: true as const, value: Money, standard, isMoney: () => true };
