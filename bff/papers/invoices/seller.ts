import { countryName } from '#bff/papers/drawing/country-name.ts';
import type { InvoiceParty } from '#bff/papers/drawing/party.ts';
import type { SellerAccount } from '#core/aggregates/settings/accounts.ts';
import type { Look } from '#core/aggregates/settings/look.ts';
import type { Seller } from '#core/aggregates/settings/seller.ts';
import type { Currency } from '#core/kernel/money/money.ts';

/** The currency of the seller's VAT returns. */
export const VAT_CURRENCY: Currency = 'EUR';

/** The seller as a paper prints it, and as it is kept with the paper. */
export const sellerParty = (
  { name, tradeName, address, country, vatId, registration, email }: Seller,
  look?: Look,
  isDemonstration = false,
): InvoiceParty => ({
  name,
  address,
  country,
  vatId,
  registration,
  email,
  tradeName: tradeName ?? name,
  ...(look?.accent && { accent: look.accent }),
  ...(isDemonstration && { isDemonstration }),
});

export const footerOf = ({ name, address, country }: InvoiceParty): string =>
  [`${name} · ${address.join(', ')}`, ...(country === null ? [] : [countryName(country)])].join(', ');

export type BankRow = { readonly label: string; readonly value: string };

/** An account as a paper prints it: with its IBAN, or where it has none with number and routing. */
export const bankRows = ({ beneficiary, bank, number, bic, routing }: SellerAccount): readonly BankRow[] =>
  [
    { label: 'Beneficiary', value: beneficiary },
    { label: 'Bank', value: bank },
    { label: routing === null ? 'IBAN' : 'Account', value: number },
    { label: 'ABA routing', value: routing },
    { label: routing === null ? 'BIC' : 'SWIFT', value: bic },
  ].flatMap(({ label, value }) => (value === null ? [] : [{ label, value }]));
