import type { Currency } from '#core/kernel/money/currencies.ts';
import { type AppliedRate, appliedRates, type DatedRates, ratesOf } from '#core/kernel/money/dated-rates.ts';
import { money } from '#core/kernel/money/money.ts';
import { convert } from '#core/kernel/money/rates.ts';

/** The net and the VAT of an invoice in the currency in which its seller pays VAT, and the rates that converted them. */
export type HomeVat = {
  readonly net: bigint;
  readonly vat: bigint;
  readonly rates: readonly AppliedRate[];
};

/**
 * Converts an invoice by the rates of its day (Articles 91 and 230 of Directive 2006/112/EC): net and VAT each once, half to even. Null where its
 * currency is the seller's, or a rate is missing.
 */
export function homeVatOf(
  { currency, net, vat }: { readonly currency: Currency; readonly net: bigint; readonly vat: bigint },
  home: Currency,
  dated: DatedRates,
): HomeVat | null {
  if (currency === home) return null;
  const rates = ratesOf(dated);
  if (rates[currency] === undefined || rates[home] === undefined) return null;
  const toHome = (minor: bigint) => convert(money(minor, currency), home, rates).amount;
  return { net: toHome(net), vat: toHome(vat), rates: appliedRates([currency, home], dated) };
}
