import type { InvoiceParty } from '#bff/papers/drawing/party.ts';
import { compactIban } from '#core/finance/bank/statements/statement.ts';
import type { Currency } from '#core/kernel/money/money.ts';

/** The country where the seller pays VAT. */
export const SELLER_COUNTRY = 'NL';
/** The currency of its VAT returns. */
export const VAT_CURRENCY: Currency = 'EUR';

/** The seller: the operator of this store. The bank data are the registries' documentation examples, never a real account. */
export const SELLER: InvoiceParty = {
  name: 'Giftledger B.V.',
  address: ['Keizersgracht 555', '1017 DR Amsterdam'],
  country: SELLER_COUNTRY,
  vatId: 'NL001234567B01',
  registration: '00000000',
  email: 'billing@giftledger.example',
};
export const SELLER_FOOTER = `${SELLER.name} · ${SELLER.address.join(', ')}, Netherlands`;

type BankData = readonly { label: string; value: string }[];

const EURO_NUMBER = 'NL91 ABNA 0417 1643 00';
const EURO_ACCOUNT: BankData = [
  { label: 'Beneficiary', value: 'Giftledger B.V.' },
  { label: 'Bank', value: 'Example Bank N.V., Amsterdam' },
  { label: 'IBAN', value: EURO_NUMBER },
  { label: 'BIC', value: 'ABNANL2A' },
];
const DOLLAR_NUMBER = '000 123 456 789';
const DOLLAR_ACCOUNT: BankData = [
  { label: 'Beneficiary', value: 'Giftledger B.V.' },
  { label: 'Bank', value: 'Example Bank N.A., New York' },
  { label: 'Account', value: DOLLAR_NUMBER },
  { label: 'ABA routing', value: '021000089' },
  { label: 'SWIFT', value: 'EXMPUS33' },
];

/** Where deposits are sent: euros to the account in Amsterdam, anything else to the one in New York. */
export const sellerBank = (currency: Currency): BankData => (currency === 'EUR' ? EURO_ACCOUNT : DOLLAR_ACCOUNT);
/** The number of that account, without spaces. */
export const sellerAccountOf = (currency: Currency): string =>
  compactIban(currency === 'EUR' ? EURO_NUMBER : DOLLAR_NUMBER);
