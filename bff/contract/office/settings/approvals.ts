import { z } from 'zod';
import { Currency, named } from '#bff/contract/base/common.ts';
import { APPROVAL_NUMBERS } from '#core/aggregates/settings/limits.ts';
import { BASE_CURRENCY, type Currency as CurrencyCode } from '#core/kernel/money/currencies.ts';
import { amountMessage, decimalToMinor } from '#core/kernel/money/decimals.ts';
import { numberForm, numberValues, percentForm } from './numbers.ts';

export const APPROVAL_LABELS = {
  depositAlone: 'Deposit',
  payoutAlone: 'Payout',
  creditAlone: 'Credit limit',
  discountAlonePercent: 'Discount',
  approvalLimitPerDay: 'All in a day',
} as const;

const isAmount = (text: string | undefined, currency: CurrencyCode) =>
  text !== undefined && decimalToMinor(text, currency) !== undefined;

/** Decimals by currency; one that is empty has the base currency's amount at its rate. */
const amountsForm = () =>
  z
    .partialRecord(Currency, z.string().trim())
    .meta({ examples: [{ USD: '10000', EUR: '9000' }] })
    .transform(
      (amounts) => Object.fromEntries(Object.entries(amounts).filter(([, text]) => text !== '')) as typeof amounts,
    )
    .superRefine((amounts, context) => {
      const codes = new Set<CurrencyCode>([BASE_CURRENCY, ...(Object.keys(amounts) as CurrencyCode[])]);
      for (const code of codes) {
        if (isAmount(amounts[code], code)) continue;
        context.addIssue({ code: 'custom', path: [code], message: amountMessage(code) });
      }
    });

export const ApprovalsForm = z.object({
  deposit_alone: amountsForm(),
  payout_alone: amountsForm(),
  credit_alone: amountsForm(),
  discount_alone_percent: percentForm((value) => value < 100, 'below 100'),
  approval_limit_per_day: z
    .string({ error: amountMessage(BASE_CURRENCY) })
    .trim()
    .refine((text) => isAmount(text, BASE_CURRENCY), amountMessage(BASE_CURRENCY))
    .meta({ examples: ['100000'] }),
  ...numberForm(APPROVAL_NUMBERS),
});

const Amounts = z.partialRecord(Currency, z.string());
export const ApprovalsValue = named('SettingsApprovals', {
  deposit_alone: Amounts,
  payout_alone: Amounts,
  credit_alone: Amounts,
  discount_alone_percent: z.string(),
  approval_limit_per_day: z.string(),
  ...numberValues(APPROVAL_NUMBERS),
});
export type ApprovalsValue = z.infer<typeof ApprovalsValue>;
