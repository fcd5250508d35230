import { compareStatements } from './statements/gaps.ts';
import type { KeptStatement } from './statements/known-lines.ts';

export type PlacedStatement = KeptStatement & {
  /** The day of its closing balance; null where that is not known. */
  readonly coversUntil: string | null;
  /** Whether something is missing between it and the one before. */
  readonly hasGap: boolean;
};

/** The sum of the lines of a statement that the bank booked on a day. */
export type DaySum = { readonly statementId: string; readonly day: string; readonly sum: bigint };

export type BalanceOn = {
  /** What the first statement begins with, and its first day. */
  readonly base: bigint;
  readonly since: string;
  readonly balance: bigint;
  /** The last day, up to the one asked for, that the statements cover. */
  readonly until: string;
};

/**
 * The balance of an account at the end of a day: the closing balance of the last statement that ends by then, with the lines that the bank
 * booked after it. Null where no statement with balances begins by then.
 */
export function balanceOn(
  day: string,
  statements: readonly PlacedStatement[],
  sums: readonly DaySum[],
): BalanceOn | null {
  const begun = statements
    .filter(({ opening, closing, firstDay }) => opening !== null && closing !== null && firstDay <= day)
    .toSorted(compareStatements);
  const [first] = begun;
  if (!first || first.opening === null) return null;
  const endOf = ({ lastDay, coversUntil }: PlacedStatement) =>
    coversUntil !== null && coversUntil > lastDay ? coversUntil : lastDay;
  const ended = begun
    .filter((each) => endOf(each) <= day)
    .reduce<PlacedStatement | null>((last, each) => (last === null || endOf(each) >= endOf(last) ? each : last), null);
  const [from, after] = ended ? [ended.closing ?? 0n, endOf(ended)] : [first.opening, ''];
  // Statements that begin on the day on which this one ends go on after it.
  const following = new Set(begun.slice(ended ? begun.indexOf(ended) + 1 : 0).map(({ id }) => id));
  const later = sums
    .filter((each) => each.day <= day && (each.day > after || (each.day === after && following.has(each.statementId))))
    .reduce((total, { sum }) => total + sum, 0n);
  const end = ended === null ? '' : endOf(ended);
  // A later statement that follows without a gap proves that nothing moved between the two.
  const next = statements
    .filter((each) => each.opening !== null && each.firstDay > after)
    .toSorted(compareStatements)[0];
  const isCovered = begun.some((each) => endOf(each) >= day) || (next !== undefined && !next.hasGap);
  return { base: first.opening, since: first.firstDay, balance: from + later, until: isCovered ? day : end };
}
