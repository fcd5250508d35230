import { DEMONSTRATION } from '#bff/kit/lib/demonstration.ts';
import { isUnread } from '#core/aggregates/settings/newer.ts';
import { SECTIONS, type Section, type ValueOf } from '#core/aggregates/settings/sections.ts';
import { isText, type TextName } from '#core/aggregates/settings/texts.ts';
import { changedWords } from './changed-words.ts';
import { accountsDesk } from './sections/accounts.ts';
import { approvalsDesk } from './sections/approvals.ts';
import type { Row, SectionDesk } from './sections/desk.ts';
import { lookDesk } from './sections/look.ts';
import { moneyDesk } from './sections/money.ts';
import { ordersDesk } from './sections/orders.ts';
import { recallsDesk } from './sections/recalls.ts';
import { retentionDesk } from './sections/retention.ts';
import { sellerDesk } from './sections/seller.ts';
import { waitsDesk } from './sections/waits.ts';

/** Texts have screens and an API of their own (`bff/office/texts`); nobody changes what makes a demonstration. */
export type DeskSection = Exclude<Section, TextName | 'demonstration' | 'newer'>;

/** A line a section. */
export const DESKS = {
  seller: sellerDesk,
  accounts: accountsDesk,
  recalls: recallsDesk,
  look: lookDesk,
  money: moneyDesk,
  approvals: approvalsDesk,
  waits: waitsDesk,
  orders: ordersDesk,
  retention: retentionDesk,
} as const satisfies { readonly [Name in DeskSection]: SectionDesk<Name, unknown> };

const textOf = (value: ValueOf | null): string | null => (value && 'text' in value ? value.text : null);

type Difference = { readonly field: string; readonly before: string | null; readonly after: string | null };

const rowsOf = (section: DeskSection, value: ValueOf): readonly Row[] =>
  (DESKS[section] as { rows(value: ValueOf): readonly Row[] }).rows(value);

/** A section's value in words. */
export const said = (section: DeskSection, value: ValueOf) =>
  rowsOf(section, value).map(([field, text]) => ({ field, text }));

/** In words; nothing of what this version does not know. */
export function differences(section: Section, before: ValueOf | null, after: ValueOf): Difference[] {
  if (section === 'newer' || isUnread(after)) return [];
  if (isText(section)) return changedWords(textOf(before), textOf(after));
  if (section === 'demonstration') return [{ field: SECTIONS[section].title, before: null, after: DEMONSTRATION }];
  const textsOf = (value: ValueOf | null) => new Map(value === null ? [] : rowsOf(section, value));
  const [old, now] = [textsOf(before), textsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const change = { field, before: old.get(field) ?? null, after: now.get(field) ?? null };
    return change.before === change.after ? [] : [change];
  });
}
