// Amounts as people type them, in any country's form. What can be read in two ways is asked about, never guessed.
import { CURRENCIES, type Currency } from './currencies.ts';
import { decimalToMinor } from './decimals.ts';

/**
 * What a typed text says: an amount in minor units; `asked`, the amounts that it may stand for, of which somebody has to choose;
 * nothing where it is no unsigned amount of the currency.
 */
export type TypedAmount =
  | { readonly is: 'amount'; readonly minor: bigint }
  | { readonly is: 'asked'; readonly minors: readonly bigint[] }
  | { readonly is: 'nothing' };

const NOTHING: TypedAmount = { is: 'nothing' };
/** Thousands apart by spaces of any width or by apostrophes, which are never decimal. */
const SPACED = /^([1-9]\d{0,2}(?:[\s'’]\d{3})+)(?:[.,](\d*))?$/;
const GROUPED = /^[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*$/;

/**
 * Reads `1,234.56`, `1.234,56`, `1 234,56`, `1'234.56` and `98,5` alike. The last separator is the decimal one where another kind stands
 * before it, or where exactly the currency's decimals follow it. A single one before three digits (`1.234`) is a thousands separator in some
 * countries and a decimal one in others, so it is asked about.
 */
export function readTypedAmount(text: string, currency: Currency): TypedAmount {
  const figures = withoutCurrency(text, currency);
  const [, spaced, rest = ''] = SPACED.exec(figures) ?? [];
  if (spaced) return amountOf(digitsOf(spaced), rest, currency);
  const [separator, after = ''] = lastSeparator(figures);
  if (separator === undefined) return amountOf(figures, '', currency);
  const before = figures.slice(0, -after.length - 1);
  const isGrouped = GROUPED.test(figures);
  // Only thousands are separated more than once.
  if (before.includes(separator)) return isGrouped ? amountOf(digitsOf(figures), '', currency) : NOTHING;
  if (!/^\d+$/.test(before) && !GROUPED.test(before)) return NOTHING;
  const asDecimal = amountOf(digitsOf(before), after, currency);
  if (!isGrouped) return asDecimal;
  const readings = [amountOf(digitsOf(figures), '', currency), asDecimal];
  return { is: 'asked', minors: readings.flatMap((each) => (each.is === 'amount' ? [each.minor] : [])) };
}

/** The text without the symbol or the code of its currency, which a pasted amount may have before or after its figures. */
function withoutCurrency(text: string, currency: Currency): string {
  const bare = text.trim();
  const marks = [currency, CURRENCIES[currency].symbol.trim()];
  const mark = marks.find((each) => bare.startsWith(each) || bare.endsWith(each));
  if (mark === undefined) return bare;
  return bare.startsWith(mark) ? bare.slice(mark.length).trim() : bare.slice(0, -mark.length).trim();
}

/** The last separator and what follows it. */
function lastSeparator(figures: string): [string?, string?] {
  const at = Math.max(figures.lastIndexOf('.'), figures.lastIndexOf(','));
  return at < 0 ? [] : [figures[at], figures.slice(at + 1)];
}

const digitsOf = (grouped: string): string => grouped.replace(/\D/g, '');

function amountOf(whole: string, fraction: string, currency: Currency): TypedAmount {
  const minor = decimalToMinor(fraction === '' ? whole : `${whole}.${fraction}`, currency);
  return minor === undefined ? NOTHING : { is: 'amount', minor };
}
