import { isValidIBAN } from 'ibantools';

/**
 * By the length and structure of its country and its check digits (ISO 13616), in capitals and without spaces. Only its bank knows whether
 * the account exists.
 */
export const isIban = (text: string): boolean => /^[A-Z0-9]+$/.test(text) && isValidIBAN(text);

/** ISO 9362: bank, country, place, and a branch where there is one. */
export const isBic = (text: string): boolean => /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text);

/** As people and papers write an account: `IBAN: DE89 3704…` is DE893704…, without spaces, hyphens and invisible signs. */
export const accountOf = (text: string): string =>
  text
    .replace(/[\s\p{Cf}\-‐‑–]/gu, '')
    .toUpperCase()
    .replace(/^IBAN:?(?=[A-Z]{2}\d{2})/, '');

const SHOWN_SIGNS = 4;

/** "DE89370400440532013000" → "•••• 3000"; of a short number nothing is shown. */
export function maskAccount(account: string): string {
  const compact = account.replaceAll(/\s/g, '');
  return compact.length >= 2 * SHOWN_SIGNS ? `•••• ${compact.slice(-SHOWN_SIGNS)}` : '••••';
}

const SHORTEST = 15;
const LONGEST = 34;
const MAY_BEGIN = /(?<![A-Z0-9])[A-Z]{2}[ ]?\d{2}/gi;

/** In whatever groups they are written. */
export function maskIbans(text: string): string {
  const found = [...text.matchAll(MAY_BEGIN)].flatMap(({ index }) => {
    const end = endOfIban(text, index);
    return end === undefined ? [] : [{ index, end }];
  });
  return found.reduceRight(
    (masked, { index, end }) => masked.slice(0, index) + maskAccount(masked.slice(index, end)) + masked.slice(end),
    text,
  );
}

function endOfIban(text: string, start: number): number | undefined {
  let compact = '';
  for (let at = start; at < text.length && compact.length < LONGEST; at += 1) {
    const sign = text[at] ?? '';
    if (sign === ' ') continue;
    if (!/[A-Z0-9]/i.test(sign)) return undefined;
    compact += sign.toUpperCase();
    if (compact.length >= SHORTEST && isIban(compact)) return at + 1;
  }
  return undefined;
}
