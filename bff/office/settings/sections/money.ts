import {
  MONEY_LABELS,
  type MoneyForm,
  type MoneyValue,
  ROUNDING_WORDS,
  VOUCHER_WORDS,
} from '#bff/contract/office/settings/money.ts';
import { roundingOf } from '#core/aggregates/settings/money.ts';
import type { ValueOf } from '#core/aggregates/settings/sections.ts';
import type { SectionDesk } from './desk.ts';
import { shown, valueOfForm } from './rules.ts';

/** The standard is left out: nothing changed where it stays so, and a version of before the field reads the rest. */
export const moneyOf = ({ rounding, ...form }: MoneyForm): ValueOf<'money'> =>
  valueOfForm('money', { ...form, ...(rounding !== 'half-even' && { rounding }) });

export const moneyDesk: SectionDesk<'money', MoneyValue> = {
  show: (money) => shown({ ...money, rounding: roundingOf(money) }),
  rows: ({ currencies, payoutAccounts, ...money }) => [
    [MONEY_LABELS.currencies, currencies.join(', ')],
    [MONEY_LABELS.conversionFeePercent, `${money.conversionFeePercent} %`],
    [MONEY_LABELS.depositFeePercent, `${money.depositFeePercent} %`],
    [MONEY_LABELS.voucherVat, VOUCHER_WORDS[money.voucherVat]],
    [MONEY_LABELS.vatPercent, `${money.vatPercent} %`],
    [MONEY_LABELS.rounding, ROUNDING_WORDS[roundingOf(money)]],
    [
      MONEY_LABELS.payoutAccounts,
      payoutAccounts.map(({ currency, account, bic }) => `${currency} ${account} ${bic}`).join(', ') ||
        'Those that customers pay into',
    ],
  ],
};
