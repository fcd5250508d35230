import { MONEY_LABELS, type MoneyValue, VOUCHER_WORDS } from '#bff/contract/office/settings/money.ts';
import type { SectionDesk } from './desk.ts';
import { shown } from './rules.ts';

export const moneyDesk: SectionDesk<'money', MoneyValue> = {
  show: shown,
  rows: ({ currencies, conversionFeePercent, depositFeePercent, voucherVat, vatPercent, payoutAccounts }) => [
    [MONEY_LABELS.currencies, currencies.join(', ')],
    [MONEY_LABELS.conversionFeePercent, `${conversionFeePercent} %`],
    [MONEY_LABELS.depositFeePercent, `${depositFeePercent} %`],
    [MONEY_LABELS.voucherVat, VOUCHER_WORDS[voucherVat]],
    [MONEY_LABELS.vatPercent, `${vatPercent} %`],
    [
      MONEY_LABELS.payoutAccounts,
      payoutAccounts.map(({ currency, account, bic }) => `${currency} ${account} ${bic}`).join(', ') ||
        'Those that customers pay into',
    ],
  ],
};
