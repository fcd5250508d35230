import { z } from 'zod';
import { Currency } from '#core/kernel/money/money.ts';
import { MAX_ADDRESS_LINES, MAX_SELLER_ACCOUNTS, MAX_SELLER_LINKS, MAX_SETTINGS_LINE, SELLER_MONEY } from './limits.ts';

const Line = z.string().min(1).max(MAX_SETTINGS_LINE);

/** Who runs the store, as papers, mails and the store's own pages name them. */
const Seller = z.strictObject({
  /** Of the company, as it is registered. */
  name: Line,
  /** The store's own name, where it has another one. */
  tradeName: Line.nullable(),
  address: z.array(Line).min(1).max(MAX_ADDRESS_LINES),
  /** ISO 3166 alpha-2: where the seller pays VAT. */
  country: z.string().regex(/^[A-Z]{2}$/),
  vatId: Line.nullable(),
  /** The number in the register of companies. */
  registration: Line.nullable(),
  /** The address that papers print. */
  email: Line,
  /** Where customers ask for help. */
  supportEmail: Line.nullable(),
  mailFrom: Line.nullable(),
  links: z.array(z.strictObject({ label: Line, url: z.string().min(1).max(500) })).max(MAX_SELLER_LINKS),
});
export type Seller = z.infer<typeof Seller>;

/** An account that customers send deposits of one currency to. */
const SellerAccount = z.strictObject({
  /** Deposits name the account that was printed on their paper by it. */
  id: z.string().regex(/^[0-9a-z-]{1,40}$/),
  currency: Currency,
  /** New deposits of the currency are sent to it; one account of a currency is. */
  isStandard: z.boolean(),
  beneficiary: Line,
  /** The bank's name and place. */
  bank: Line,
  /** The IBAN, or where there is a routing number the account's own number, as papers print it. */
  number: Line,
  bic: Line.nullable(),
  /** Of accounts that have no IBAN. */
  routing: Line.nullable(),
});
export type SellerAccount = z.infer<typeof SellerAccount>;

const Accounts = z.strictObject({ accounts: z.array(SellerAccount).min(1).max(MAX_SELLER_ACCOUNTS) });

/**
 * The sections of the settings, a line each. `isMoney`: whether a change concerns money or an account number, so that it takes a second owner
 * and a wait. All of one section is changed at once.
 */
export const SECTIONS = {
  seller: {
    title: 'Seller',
    value: Seller,
    // The first seller replaces none that papers or mails had.
    isMoney: (before: Seller | null, after: Seller) =>
      before !== null && SELLER_MONEY.some((field) => before[field] !== after[field]),
  },
  accounts: { title: 'Accounts to pay into', value: Accounts, isMoney: () => true },
} as const satisfies Readonly<
  Record<string, { title: string; value: z.ZodType; isMoney(before: never, after: never): boolean }>
>;

export type Section = keyof typeof SECTIONS;
export const SECTION_NAMES = Object.keys(SECTIONS) as [Section, ...Section[]];
export type ValueOf<Name extends Section = Section> = z.infer<(typeof SECTIONS)[Name]['value']>;
/** What each section says; undefined where nothing was set yet. */
export type SettingsValues = { readonly [Name in Section]?: ValueOf<Name> };

/** Any section's value. The sections have different fields, so a value belongs to one of them. */
export const SettingsValue = z.union([SECTIONS.seller.value, SECTIONS.accounts.value]);
