import type { Days } from '#bff/contract/base/days.ts';
import type { Currency } from '#core/kernel/money/currencies.ts';

/** Papers whose number shows what they are: INV-2026-000042, CN-2026-000007. */
const NAMED_BY_NUMBER: ReadonlySet<string> = new Set(['Invoice', 'Credit note']);

type Paper =
  | { readonly title: string; readonly number: string }
  | { readonly walletId: string; readonly currency: Currency; readonly days: Days };

/**
 * The file name of a paper, without its ending: an invoice's number, a statement's wallet and days. It is ASCII and no path, because its
 * parts are our own titles, numbers, ids and days.
 */
export function paperName(paper: Paper): string {
  if ('walletId' in paper) {
    const { walletId, currency, days } = paper;
    return ['statement', currency, walletId.slice(0, 8), ...daysOf(days)].join('-');
  }
  const { title, number } = paper;
  return NAMED_BY_NUMBER.has(title) ? number : `${title.toLowerCase().replaceAll(' ', '-')}-${number}`;
}

const daysOf = ({ start_date = '', end_date = '' }: Days): readonly string[] => [
  ...(start_date === '' ? [] : ['from', start_date]),
  ...(end_date === '' ? [] : ['to', end_date]),
];
