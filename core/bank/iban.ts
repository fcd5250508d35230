import type { Currency } from '../kernel/currencies.ts';

/** The account that payouts of each currency leave from. */
export type PayoutAccounts = {
  readonly [Code in Currency]?: { readonly account: string; readonly bic: string };
};

const FORM = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** By form and check digits (ISO 13616, ISO 7064 modulo 97), without spaces. Only its bank knows whether the account exists. */
export function isIban(text: string): boolean {
  if (!FORM.test(text)) return false;
  const digits = [...`${text.slice(4)}${text.slice(0, 4)}`].map((sign) => Number.parseInt(sign, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

/** ISO 9362: bank, country, place, and a branch where there is one. */
export const isBic = (text: string): boolean => /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text);
