import { z } from 'zod';
import { BASE_CURRENCY, CURRENCY_CODES, type Currency } from './currencies.ts';
import { RATE_SOURCES } from './rate-sources.ts';
import type { Rates } from './rates.ts';

/** Currencies that have a rate: all but the base. */
export const RATED_CURRENCIES = CURRENCY_CODES.filter((code) => code !== BASE_CURRENCY);

/** What one unit is worth in the base currency, from which day on, and the source. */
const HeldRate = z.object({
  rate: z.string().regex(/^\d{1,9}(\.\d{1,9})?$/),
  from: z.iso.date(),
  source: z.enum(RATE_SOURCES),
});
type HeldRate = z.infer<typeof HeldRate>;

export type DatedRates = Readonly<Partial<Record<Currency, HeldRate>>>;
export const DatedRates: z.ZodType<DatedRates> = z.partialRecord(z.enum(CURRENCY_CODES), HeldRate);

/** A rate that something was converted by. */
export const AppliedRate = HeldRate.extend({ currency: z.enum(CURRENCY_CODES) });
export type AppliedRate = z.infer<typeof AppliedRate>;

/** The rates that conversions use on that day. */
export const ratesOf = (dated: DatedRates): Rates => ({
  ...Object.fromEntries(Object.entries(dated).map(([currency, { rate }]) => [currency, rate])),
  [BASE_CURRENCY]: '1',
});

/**
 * The rates that convert between these currencies, in the order of the table of currencies; empty when there is only
 * one currency.
 */
export function appliedRates(currencies: readonly Currency[], dated: DatedRates): AppliedRate[] {
  if (new Set(currencies).size < 2) return [];
  return RATED_CURRENCIES.filter((code) => currencies.includes(code)).flatMap((currency) => {
    const held = dated[currency];
    return held ? [{ currency, ...held }] : [];
  });
}

/** '1 EUR = 1.0834 USD' */
export const rateWords = ({ currency, rate }: Pick<AppliedRate, 'currency' | 'rate'>): string =>
  `1 ${currency} = ${rate} ${BASE_CURRENCY}`;
