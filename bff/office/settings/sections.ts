import { DEMONSTRATION } from '#bff/kit/lib/demonstration.ts';
import { RETENTION_NUMBERS, WAIT_NUMBERS } from '#core/aggregates/settings/limits.ts';
import { isUnread } from '#core/aggregates/settings/newer.ts';
import { SECTIONS, type Section, type ValueOf } from '#core/aggregates/settings/sections.ts';
import { isText, type TextName } from '#core/aggregates/settings/texts.ts';
import { accountsDesk } from './sections/accounts.ts';
import { approvalsDesk } from './sections/approvals.ts';
import type { Row, SectionDesk } from './sections/desk.ts';
import { lookDesk } from './sections/look.ts';
import { moneyDesk } from './sections/money.ts';
import { ordersDesk } from './sections/orders.ts';
import { recallsDesk } from './sections/recalls.ts';
import { numbersDesk } from './sections/rules.ts';
import { sellerDesk } from './sections/seller.ts';

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
  waits: numbersDesk(WAIT_NUMBERS),
  orders: ordersDesk,
  retention: numbersDesk(RETENTION_NUMBERS),
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

/** What one field of a mail or of the history shows. */
const MAX_SHOWN = 1_500;

/** The lines of a text that a change took away and added; a text is too long to be shown twice. */
function changedWords(before: string | null, after: string | null): Difference[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  return [{ field: 'Text', before: without(old, now), after: without(now, old) }];
}

const linesOf = (text: string | null): readonly string[] => (text ?? '').split('\n').filter((line) => line !== '');

/** The lines that the other one does not have. Null: there are none. */
function without(lines: readonly string[], other: readonly string[]): string | null {
  const others = new Set(other);
  const own = lines.filter((line) => !others.has(line)).join('\n');
  if (own === '') return null;
  return own.length > MAX_SHOWN ? `${own.slice(0, MAX_SHOWN)}… (${own.length.toLocaleString('en')} characters)` : own;
}
