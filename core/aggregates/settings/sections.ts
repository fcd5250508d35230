import { z } from 'zod';
import { accountsSection } from './accounts.ts';
import { approvalsSection } from './approvals.ts';
import { demonstrationSection } from './demonstration.ts';
import { lookSection } from './look.ts';
import { moneySection } from './money.ts';
import { newerSection } from './newer.ts';
import { ordersSection } from './orders.ts';
import { recallsSection } from './recalls.ts';
import { retentionSection } from './retention.ts';
import { sellerSection } from './seller.ts';
import { textSections } from './text-sections.ts';
import { waitsSection } from './waits.ts';

/**
 * The sections of the settings, a file and a line each. `isMoney`: whether a change concerns money or an account number, so that it takes a
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
  waits: waitsSection,
  orders: ordersSection,
  retention: retentionSection,
  demonstration: demonstrationSection,
  ...textSections,
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
