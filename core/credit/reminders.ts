import { type Credit, daysBetween } from './credit.ts';

/** When a customer is reminded of drawn credit. */
export type ReminderRules = {
  /** Days since the oldest part that is drawn still. */
  readonly days: readonly number[];
  /** Percent of the limit. */
  readonly percents: readonly number[];
};

/** The levels that a debt has reached, such as 'due-30' and 'used-80'; none where nothing is drawn. */
export function levelsReached(
  { since, used, usedPermille }: Pick<Credit, 'since' | 'used' | 'usedPermille'>,
  { days, percents }: ReminderRules,
  today: string,
): string[] {
  if (since === null || used === 0n) return [];
  const age = daysBetween(since, today);
  return [
    ...days.filter((each) => age >= each).map((each) => `due-${each}`),
    ...percents.filter((each) => usedPermille !== null && usedPermille >= each * 10).map((each) => `used-${each}`),
  ];
}

/** What a customer was reminded of: the level, and since when the oldest part was drawn that was drawn then. */
export type Reminded = { readonly level: string; readonly since: string };

/**
 * Those of the levels that a customer was not reminded of. An age is that of the oldest part, so one that is next is another; how much of the limit
 * is drawn is said once until nothing is: who repays a part, and owes the next one since another day, is not reminded for it.
 */
export const levelsDue = (
  levels: readonly string[],
  { since, inDebtSince }: { readonly since: string | null; readonly inDebtSince: string | null },
  reminded: readonly Reminded[],
): string[] =>
  levels.filter(
    (level) =>
      !reminded.some(
        (before) =>
          before.level === level &&
          (level.startsWith('used-') ? before.since >= (inDebtSince ?? '') : before.since === since),
      ),
  );
