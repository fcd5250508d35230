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
