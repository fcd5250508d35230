import type { Section, ValueOf } from '#core/aggregates/settings/sections.ts';
import { accountsDesk } from './sections/accounts.ts';
import type { Row, SectionDesk } from './sections/desk.ts';
import { sellerDesk } from './sections/seller.ts';

/** A line a section. */
export const DESKS = {
  seller: sellerDesk,
  accounts: accountsDesk,
} as const satisfies { readonly [Name in Section]: SectionDesk<Name, unknown> };

type Difference = { readonly field: string; readonly before: string | null; readonly after: string | null };

/** In words. */
export function differences(section: Section, before: ValueOf | null, after: ValueOf): Difference[] {
  const { rows } = DESKS[section] as { rows(value: ValueOf): readonly Row[] };
  const rowsOf = (value: ValueOf | null) => new Map(value === null ? [] : rows(value));
  const [old, now] = [rowsOf(before), rowsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const change = { field, before: old.get(field) ?? null, after: now.get(field) ?? null };
    return change.before === change.after ? [] : [change];
  });
}
