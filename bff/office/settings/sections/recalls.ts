import type { RecallForm, RecallsValue } from '#bff/contract/office/settings/recalls.ts';
import { invalidField } from '#bff/kit/lib/api-error.ts';
import { isRecalled, isSameAccount } from '#core/aggregates/settings/recalls.ts';
import { type ValueOf, valueIn } from '#core/aggregates/settings/sections.ts';
import { accountsEver, type Settings } from '#core/ledger/settings.ts';
import type { SectionDesk } from './desk.ts';

/** What is recalled with this account, or without it. @throws ApiError 422 where customers were never asked to pay into it */
export function recallsWith(settings: Settings, wanted: RecallForm): ValueOf<'recalls'> {
  const known = accountsEver(settings).find((each) => isSameAccount(each, wanted));
  if (!known) {
    throw invalidField(
      'number',
      `Customers were never asked to pay ${wanted.currency} into ${wanted.number}. Nothing was changed.`,
    );
  }
  const waiting = settings.waiting.recalls?.value;
  // Another one is recalled together with those that wait for a second owner.
  const asked = wanted.is_recalled && waiting && 'recalled' in waiting ? waiting.recalled : [];
  const counted = valueIn(settings.values, 'recalls')?.recalled ?? [];
  const others = [...counted, ...asked.filter((each) => !isRecalled(settings.values, each))].filter(
    (each) => !isSameAccount(each, known),
  );
  const { currency, number, routing } = known;
  return { recalled: wanted.is_recalled ? [...others, { currency, number, routing }] : others };
}

export const recallsDesk: SectionDesk<'recalls', RecallsValue> = {
  show: (value) => value,
  rows: ({ recalled }) =>
    recalled.map(({ currency, number, routing }) => [
      `${currency}, account ${number}`,
      routing === null ? 'Recalled' : `Recalled, routing ${routing}`,
    ]),
};
