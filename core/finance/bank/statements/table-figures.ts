import { CURRENCIES, isCurrency } from '#core/kernel/money/currencies.ts';
import { dayOf, unclear, unreadable } from './statement.ts';
import type { TableMapping } from './table-mapping.ts';

/** The mark of decimals, where the amount can be read in one way only. */
export function decimalIn(cell: string): '.' | ',' | undefined {
  const { digits } = signAndDigits(cell);
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')];
  const mark = point > comma ? '.' : ',';
  const other = mark === '.' ? ',' : '.';
  if (point < 0 && comma < 0) return undefined;
  if (point >= 0 && comma >= 0) return mark;
  if (digits.split(mark).length > 2) return other;
  return /[.,]\d{1,2}$/.test(digits) ? mark : undefined;
}

/** `-1 234,50`, `1.234,50-`, `(1,234.50)`, `+5`, `€ 5`. */
export function signAndDigits(cell: string): { isNegative: boolean; digits: string } {
  const text = cell.replace(/[\s'\u2019€$£]/g, '').replace(/\u2212/g, '-');
  const [, before = '', digits = text, after = ''] = /^([+(-]?)([\d.,]*)([)-]?)$/.exec(text) ?? [];
  const isNegative = before === '-' || (after === '-' && before === '') || (before === '(' && after === ')');
  const isOdd = (after !== '' && !isNegative) || (before === '-' && after !== '') || (before === '(' && after !== ')');
  return isOdd ? { isNegative: false, digits: text } : { isNegative, digits };
}

/**
 * `1.234,56` and `1,234.56` → `1234.56`: the last of the two marks is the decimal one. A mark that occurs twice
 * separates thousands. Where the other amounts of the table show which mark is that of decimals, that one counts.
 */
export function withPoint(digits: string, currency: string, decimal: TableMapping['decimal']): string {
  if (decimal !== 'auto') {
    const other = decimal === '.' ? ',' : '.';
    const [whole = '', ...fraction] = digits.split(decimal);
    const isGrouped = new RegExp(`^\\d{1,3}(\\${other}\\d{3})+$`).test(whole);
    if (isGrouped) return [whole.replaceAll(other, ''), ...fraction].join('.');
    return whole.includes(other) ? digits : [whole, ...fraction].join('.');
  }
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')];
  if (point >= 0 && comma >= 0) return digits.replaceAll(point > comma ? ',' : '.', '').replace(',', '.');
  if (/^\d{1,3}([.,]\d{3}){2,}$/.test(digits)) return digits.replace(/[.,]/g, '');
  // Yen have no decimals, and dinars three after a point; a comma may be either.
  const decimals = isCurrency(currency) ? CURRENCIES[currency].digits : 2;
  if (decimals === 0 && /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits)) return digits.replace(/[.,]/, '');
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(digits) && !(decimals === 3 && point >= 0)) {
    throw unclear(`"${digits}" is not an amount in ${currency} that is clear: it may be a thousand or a fraction.`);
  }
  return digits;
}

export function dateOf(text: string, days: TableMapping['days']): string {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})(?!\d)/.exec(text) ?? [];
  if (year && month && day && (days === 'auto' || days === 'ymd')) return dayOf(year, month, day);
  const pattern =
    days === 'auto' ? /^(\d{1,2})(\.)(\d{1,2})\.(\d{2}|\d{4})$/ : /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?!\d)/;
  const [, first, , second, last] = pattern.exec(text) ?? [];
  if (first && second && last) {
    const [y, m, d] =
      days === 'ymd' ? [first, second, last] : days === 'mdy' ? [last, first, second] : [last, second, first];
    if (y.length === 2 || y.length === 4) return dayOf(y.length === 2 ? `20${y}` : y, m, d);
  }
  const message = `"${text.slice(0, 40)}" is not a day such as 2026-10-31.`;
  // The table of another custom: which number is the month, a person may choose.
  if (days === 'auto' && /^\d{1,4}([./-])\d{1,2}\1\d{1,4}(?!\d)/.test(text)) {
    throw unclear(`${message} Choose whether the day or the month comes first.`);
  }
  throw unreadable(message);
}
