import { z } from 'zod';
import { BASE_CURRENCY, type Currency as CurrencyCode } from '#core/kernel/money/currencies.ts';
import { decimalToMinor } from '#core/kernel/money/decimals.ts';
import { Currency } from '#core/kernel/money/money.ts';
import { APPROVAL_NUMBERS } from './limits.ts';
import { numberFields, Percent, standardNumbers } from './numbers.ts';

/** Decimals by currency. A currency that is not named has the base currency's amount at its rate. */
const Amounts = z
  .partialRecord(Currency, z.string())
  .refine((amounts) => amounts[BASE_CURRENCY] !== undefined)
  .refine((amounts) =>
    Object.entries(amounts).every(([code, text]) => decimalToMinor(text ?? '', code as CurrencyCode) !== undefined),
  );

/** What one administrator may decide alone; more takes a second one. */
const Approvals = z.strictObject({
  depositAlone: Amounts,
  payoutAlone: Amounts,
  creditAlone: Amounts,
  /** In percent of the price. */
  discountAlonePercent: Percent.refine((text) => Number(text) < 100),
  /** Of one administrator in a day (UTC), in the base currency: deposits, payouts, returns from suspense, raised credit limits together. */
  approvalLimitPerDay: z.string().refine((text) => decimalToMinor(text, BASE_CURRENCY) !== undefined),
  ...numberFields(APPROVAL_NUMBERS),
});
type Approvals = z.infer<typeof Approvals>;

const standard: Approvals = {
  depositAlone: { USD: '10000', EUR: '9000' },
  payoutAlone: { USD: '5000', EUR: '4500' },
  creditAlone: { USD: '10000', EUR: '9000' },
  discountAlonePercent: '20',
  approvalLimitPerDay: '100000',
  ...standardNumbers(APPROVAL_NUMBERS),
};

export const approvalsSection = { title: 'Approvals', value: Approvals, standard, isMoney: () => true };
