import { randomUUID } from 'node:crypto';
import type { SellerAccount } from '#core/aggregates/settings/accounts.ts';
import type { Section, ValueOf } from '#core/aggregates/settings/sections.ts';
import type { Seller } from '#core/aggregates/settings/seller.ts';
import type { Currency } from '#core/kernel/money/money.ts';
import type { Ledger } from '#core/ledger/ledger.ts';

/** The seller of the demonstration. Numbers and addresses are the registries' documentation examples, never real ones. */
export const DEMO_SELLER: Seller = {
  name: 'Giftledger B.V.',
  tradeName: 'Giftledger',
  address: ['Keizersgracht 555', '1017 DR Amsterdam'],
  country: 'NL',
  vatId: 'NL001234567B01',
  registration: '00000000',
  email: 'billing@giftledger.example',
  supportEmail: 'support@giftledger.example',
  mailFrom: 'no-reply@giftledger.example',
  links: [
    { label: 'LinkedIn', url: 'https://www.linkedin.com/' },
    { label: 'X', url: 'https://x.com/' },
    { label: 'Facebook', url: 'https://www.facebook.com/' },
  ],
};

const EURO_ACCOUNT = {
  bank: 'Example Bank N.V., Amsterdam',
  number: 'NL91 ABNA 0417 1643 00',
  bic: 'ABNANL2A',
  routing: null,
};
const DOLLAR_ACCOUNT = {
  bank: 'Example Bank N.A., New York',
  number: '000 123 456 789',
  bic: 'EXMPUS33',
  routing: '021000089',
};

/** Euros are sent to the account in Amsterdam, any other currency to the one in New York. */
export const demoAccount = (currency: Currency): SellerAccount => ({
  id: `demo-${currency.toLowerCase()}`,
  currency,
  isStandard: true,
  beneficiary: DEMO_SELLER.name,
  ...(currency === 'EUR' ? EURO_ACCOUNT : DOLLAR_ACCOUNT),
});

const WHY = 'The demonstration begins with these values.';
/** Who wrote the first events of a demonstration. */
export const DEMONSTRATION_ACTOR = { kind: 'system', id: 'demonstration' } as const;

/** First values of a section; nothing where it has some. `time`: of the history that begins with them. */
export async function adoptSection<Name extends Section>(
  ledger: Ledger,
  section: Name,
  value: ValueOf<Name>,
  time?: string,
): Promise<bigint> {
  const commandId = randomUUID();
  const context = {
    commandId,
    correlationId: commandId,
    actor: DEMONSTRATION_ACTOR,
    ...(time !== undefined && { time }),
  };
  return (await ledger.execute({ type: 'AdoptSettings', section, value, why: WHY }, context)).position;
}

/** Says first that the store is a demonstration; then its seller and accounts, where nobody has set any yet. */
export async function adoptDemoSettings(
  ledger: Ledger,
  currencies: readonly Currency[],
  time?: string,
): Promise<bigint> {
  await adoptSection(ledger, 'demonstration', { isDemonstration: true }, time);
  await adoptSection(ledger, 'seller', DEMO_SELLER, time);
  return adoptSection(ledger, 'accounts', { accounts: currencies.map(demoAccount) }, time);
}
