import type { VoucherKind } from '#core/aggregates/settings/limits.ts';
import { multiply, parseRatio } from '#core/kernel/money/rates.ts';
import type { Rounding } from '#core/kernel/money/rounding.ts';
import type { VatTreatment } from './vat-treatments.ts';

type Established = { readonly country: string | null; readonly vatId: string | null };

/** Members of the European Union, and the prefix of their VAT ids where it differs from the country code. */
const EU = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '));
const VAT_PREFIX: Readonly<Record<string, string>> = { GR: 'EL' };
/** To VAT, Monaco is France (Article 7 of Directive 2006/112/EC). */
const vatCountryOf = (country: string | null): string | null => (country === 'MC' ? 'FR' : country);

/**
 * The VAT treatment of a sale. Multi-purpose vouchers bear no VAT, for any buyer. For single-purpose ones, a customer
 * with a VAT id of another member state accounts for the VAT; outside the Union none is due; all others pay the
 * seller's rate, including those who gave no country.
 */
export function vatTreatmentOf(vouchers: VoucherKind, sellerCountry: string, buyer: Established): VatTreatment {
  if (vouchers === 'multi-purpose') return 'voucher';
  const country = vatCountryOf(buyer.country);
  if (country === null || country === vatCountryOf(sellerCountry)) return 'standard';
  if (!EU.has(country)) return 'outside-scope';
  return vatIdOf(buyer) === null ? 'standard' : 'reverse-charge';
}

/**
 * The VAT id of a member state in full, `DE123456789`; null when the typed text is not one of the country's. Only its
 * form is checked, not whether it is registered.
 */
export function vatIdOf({ country: established, vatId }: Established): string | null {
  const country = vatCountryOf(established);
  if (country === null || !EU.has(country) || vatId === null) return null;
  const plain = vatId.toUpperCase().replaceAll(/[\s.-]|^VAT:?/g, '');
  const prefix = VAT_PREFIX[country] ?? country;
  return plain.startsWith(prefix) && /^[A-Z]{2}(?=.*\d)[0-9A-Z+*]{2,12}$/.test(plain) ? plain : null;
}

/**
 * The VAT inside a price, in minor units: price × rate ÷ (100 + rate), rounded once; the rest is the net.
 * Only the standard treatment has any.
 */
export function vatWithin(price: bigint, treatment: VatTreatment, percent: string, rounding: Rounding): bigint {
  if (treatment !== 'standard') return 0n;
  const { numerator, denominator } = parseRatio(percent);
  return multiply(price, { numerator, denominator: 100n * denominator + numerator }, rounding);
}
