import { z } from 'zod';
import { accountsSection } from './accounts.ts';
import { approvalsSection } from './approvals.ts';
import { RETENTION_NUMBERS, WAIT_NUMBERS } from './limits.ts';
import { lookSection } from './look.ts';
import { moneySection } from './money.ts';
import { newerSection } from './newer.ts';
import { numberFields, standardNumbers } from './numbers.ts';
import { ordersSection } from './orders.ts';
import { recallsSection } from './recalls.ts';
import { sellerSection } from './seller.ts';
import { MAX_TEXT_CHARACTERS, TEXT_NAMES, TEXTS, type TextName } from './texts.ts';

const Retention = z.strictObject(numberFields(RETENTION_NUMBERS));
type Retention = z.infer<typeof Retention>;
const RETENTIONS = Object.keys(RETENTION_NUMBERS) as (keyof typeof RETENTION_NUMBERS)[];

/** Null: the store's standard text, or none. */
const Text = z.strictObject({ text: z.string().min(1).max(MAX_TEXT_CHARACTERS).nullable() });
const textSection = (name: TextName) => ({
  title: TEXTS[name].title,
  value: Text,
  standard: null,
  isMoney: () => false,
});

/**
 * The sections of the settings, a file each where there is more to say than numbers. `isMoney`: whether a change concerns money or an account number, so that it takes a
 * second owner and a wait. `isUrgent`: such a change does not wait. `standard`: what counts before anybody sets it; null where there is nothing
 * then. `needsAll`: nothing is decided by it while it has a field that this version does not know, because that may change a sum, an account or
 * a paper. All of one section is changed at once.
 */
export const SECTIONS = {
  seller: sellerSection,
  accounts: accountsSection,
  recalls: recallsSection,
  look: lookSection,
  money: moneySection,
  approvals: approvalsSection,
  /** The times that guard money and sign-ins: a shorter wait, or a longer session, weakens a guard. */
  waits: {
    title: 'Waits and sessions',
    value: z.strictObject(numberFields(WAIT_NUMBERS)),
    standard: standardNumbers(WAIT_NUMBERS),
    isMoney: () => true,
  },
  orders: ordersSection,
  /** How long what is no longer in use is kept. What is removed does not come back, so a shorter time takes a second owner. */
  retention: {
    title: 'Retention',
    value: Retention,
    standard: standardNumbers(RETENTION_NUMBERS),
    isMoney: (before: Retention | null, after: Retention) =>
      before !== null && RETENTIONS.some((name) => after[name] < before[name]),
  },
  /** That the store was filled with invented customers, money and codes. It is said before anything else, and never taken back. */
  demonstration: {
    title: 'Demonstration',
    value: z.strictObject({ isDemonstration: z.literal(true) }),
    standard: null,
    isMoney: () => true,
  },
  /** Each text is a section, because a change has all of its section before and after. */
  ...(Object.fromEntries(TEXT_NAMES.map((name) => [name, textSection(name)])) as {
    readonly [Name in TextName]: ReturnType<typeof textSection>;
  }),
  newer: newerSection,
} as const satisfies Readonly<
  Record<
    string,
    {
      title: string;
      value: z.ZodType;
      standard: unknown;
      isMoney(before: never, after: never): boolean;
      isUrgent?(before: never, after: never): boolean;
      needsAll?: true;
    }
  >
>;

export type Section = keyof typeof SECTIONS;
export const SECTION_NAMES = Object.keys(SECTIONS) as [Section, ...Section[]];
export type ValueOf<Name extends Section = Section> = z.infer<(typeof SECTIONS)[Name]['value']>;
/** What each section says; undefined where nothing was set yet. */
export type SettingsValues = { readonly [Name in Section]?: ValueOf<Name> };

/** Whether nothing in the store is real. */
export const isDemonstration = ({ demonstration }: SettingsValues): boolean => demonstration !== undefined;

/** What a section says, or what counts where nobody set it; null where there is nothing. */
export const valueIn = <Name extends Section>(values: SettingsValues, section: Name): ValueOf<Name> | null => {
  const { standard } = SECTIONS[section];
  const set = values[section];
  // A field that came later has its standard.
  return (set === undefined ? standard : { ...standard, ...set }) as ValueOf<Name> | null;
};

/** Any section's value. The sections have different fields, so a value belongs to one of them; texts are of one kind. */
export const SettingsValue = z.union([
  ...new Set(Object.values(SECTIONS).map(({ value }) => value as (typeof SECTIONS)[Section]['value'])),
]);
