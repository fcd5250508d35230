import { z } from 'zod';
import { Currency, named } from '#bff/contract/base/common.ts';
import { ACCOUNT_EXAMPLE, BIC_EXAMPLE } from '#bff/contract/money/payee-fields.ts';
import { MAX_PAYOUT_ACCOUNTS, VOUCHER_KINDS } from '#core/aggregates/settings/limits.ts';
import { accountOf, isBic, isIban } from '#core/finance/bank/iban.ts';
import { BASE_CURRENCY } from '#core/kernel/money/currencies.ts';
import { ROUNDINGS, type Rounding } from '#core/kernel/money/rounding.ts';
import { percentForm } from './numbers.ts';

export const MONEY_LABELS = {
  currencies: 'Currencies on sale',
  conversionFeePercent: 'Conversion fee',
  depositFeePercent: 'Deposit fee',
  voucherVat: 'VAT of gift cards',
  vatPercent: 'VAT rate',
  rounding: 'Rounding',
  payoutAccounts: 'Accounts that payouts leave from',
} as const;

export const VOUCHER_WORDS = {
  'multi-purpose': 'Multi-purpose: none is due at the sale',
  'single-purpose': 'Single-purpose: prices include it',
} as const satisfies Record<(typeof VOUCHER_KINDS)[number], string>;

export const ROUNDING_WORDS = {
  'half-even': 'Half to even: 0.125 becomes 0.12',
  'half-away-from-zero': 'Half away from zero: 0.125 becomes 0.13',
} as const satisfies Record<Rounding, string>;

const PayoutAccount = z
  .object({
    currency: Currency,
    account: z.string().meta(ACCOUNT_EXAMPLE).transform(accountOf),
    bic: z.string().meta(BIC_EXAMPLE).transform(accountOf),
  })
  .superRefine(({ currency, account, bic }, context) => {
    const issue = (message: string) => context.addIssue({ code: 'custom', path: [], message });
    const isAccount = currency === 'EUR' ? isIban(account) : /^[A-Z0-9]{4,34}$/.test(account);
    if (!isAccount) issue(`Please check the account in ${currency}${currency === 'EUR' ? ': it is no IBAN' : ''}`);
    if (!isBic(bic)) issue(`Please check the BIC of the account in ${currency}`);
  });

export const MoneyForm = z.object({
  currencies: z
    .array(Currency, { error: 'Please choose the currencies on sale' })
    .refine((codes) => codes.includes(BASE_CURRENCY), `${BASE_CURRENCY} is always on sale: rates are given in it`)
    .transform((codes) => [...new Set(codes)]),
  conversion_fee_percent: percentForm(),
  deposit_fee_percent: percentForm(),
  voucher_vat: z.enum(VOUCHER_KINDS, { error: 'Please choose what gift cards are to the VAT' }),
  vat_percent: percentForm((value) => value > 0, 'above 0 and up to 100'),
  rounding: z.enum(ROUNDINGS, { error: 'Please choose how half of the smallest unit is rounded' }),
  payout_accounts: z
    .array(PayoutAccount, { error: 'Write each account on a line: currency, account and BIC' })
    .max(MAX_PAYOUT_ACCOUNTS, `At most ${MAX_PAYOUT_ACCOUNTS} accounts`)
    .refine(
      (accounts) => new Set(accounts.map(({ currency }) => currency)).size === accounts.length,
      'Payouts of a currency leave from one account: leave one of them out',
    ),
});

const PayoutAccountValue = named('PayoutAccount', { currency: Currency, account: z.string(), bic: z.string() });
export const MoneyValue = named('SettingsMoney', {
  currencies: z.array(Currency),
  conversion_fee_percent: z.string(),
  deposit_fee_percent: z.string(),
  voucher_vat: z.enum(VOUCHER_KINDS),
  vat_percent: z.string(),
  rounding: z.enum(ROUNDINGS),
  payout_accounts: z.array(PayoutAccountValue),
});
export type MoneyForm = z.output<typeof MoneyForm>;
export type MoneyValue = z.infer<typeof MoneyValue>;
