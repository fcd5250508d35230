import { APPROVAL_LABELS, type ApprovalsValue } from '#bff/contract/office/settings/approvals.ts';
import { APPROVAL_NUMBERS } from '#core/aggregates/settings/limits.ts';
import { BASE_CURRENCY, CURRENCY_CODES, type Currency } from '#core/kernel/money/currencies.ts';
import { decimalToMinor, formatMinor } from '#core/kernel/money/decimals.ts';
import type { SectionDesk } from './desk.ts';
import { numberRows, shown } from './rules.ts';

const amount = (text: string, currency: Currency): string =>
  formatMinor(decimalToMinor(text, currency) ?? 0n, currency);
/** In the order of the currencies' table: recorded data have another one, and equal amounts would seem to differ. */
const amounts = (given: { readonly [Code in Currency]?: string | undefined }): string =>
  CURRENCY_CODES.flatMap((code) => (given[code] === undefined ? [] : [amount(given[code], code)])).join(', ');

export const approvalsDesk: SectionDesk<'approvals', ApprovalsValue> = {
  show: shown,
  rows: (value) => [
    [APPROVAL_LABELS.depositAlone, amounts(value.depositAlone)],
    [APPROVAL_LABELS.payoutAlone, amounts(value.payoutAlone)],
    [APPROVAL_LABELS.creditAlone, amounts(value.creditAlone)],
    [APPROVAL_LABELS.discountAlonePercent, `${value.discountAlonePercent} % of the price`],
    [APPROVAL_LABELS.approvalLimitPerDay, amount(value.approvalLimitPerDay, BASE_CURRENCY)],
    ...numberRows(APPROVAL_NUMBERS, value),
  ],
};
