import { type Credit, daysBetween } from './credit.ts';

export type ReminderRules = {
  /** Days since the oldest part that is still drawn. */
  readonly days: readonly number[];
  /** Percent of the limit. */
  readonly percents: readonly number[];
};

/** The levels that a debt has reached, such as 'due-30' and 'used-80'; none when nothing is drawn. */
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

/** A reminder that was sent: the level, and the day since which the oldest part was drawn at that time. */
export type Reminded = { readonly level: string; readonly since: string };

/**
 * The levels without a reminder yet. A 'due' level belongs to the oldest part, so the next part is reminded again. A
 * 'used' level is reminded once until the debt is zero: a customer who repays a part, and whose oldest part is a later
 * one now, gets no second one.
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
