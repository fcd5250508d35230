import type { KeptStatement } from './known-lines.ts';

/** What is missing before a statement: an amount between two balances, or numbers of statements. */
export type Gap = {
  readonly before: KeptStatement;
  /** The statement that came before it. */
  readonly after: KeptStatement;
  /** Its opening balance less the closing balance before it; zero where only numbers are missing. */
  readonly missing: bigint;
  readonly numbers: readonly [first: number, last: number] | null;
};

/** More missing numbers than this are another way of counting. */
const MOST_NUMBERS = 400;

/**
 * The gaps between the statements of one account in one currency. A statement follows on another that closes with its opening balance, or
 * overlaps one that had this balance in its middle (`reached`). Pure: in any order.
 */
export function gapsOf(statements: readonly KeptStatement[], reached: ReadonlySet<bigint> = new Set()): Gap[] {
  const ordered = statements.filter(({ opening }) => opening !== null).toSorted(compareStatements);
  return ordered.flatMap((statement, index) => {
    const earlier = ordered.slice(0, index);
    const last = earlier.at(-1);
    if (!last || statement.opening === null || last.closing === null) return [];
    const others = ordered.filter((each) => each !== statement && each.firstDay <= statement.firstDay);
    const isReached = reached.has(statement.opening) || others.some(({ closing }) => closing === statement.opening);
    const missing = isReached ? 0n : statement.opening - last.closing;
    const numbers = numbersBetween(earlier, statement);
    return missing === 0n && numbers === null ? [] : [{ before: statement, after: last, missing, numbers }];
  });
}

/** `212`, `00212/001`: the number of the statement and of its page. */
function numberOf({ number }: KeptStatement): { main: number; page: number } | undefined {
  const [, main, page = '1'] = /^0*(\d{1,6})(?:\/0*(\d+))?$/.exec(number.trim()) ?? [];
  return main === undefined ? undefined : { main: Number(main), page: Number(page) };
}

function numbersBetween(earlier: readonly KeptStatement[], statement: KeptStatement): [number, number] | null {
  const own = numberOf(statement);
  const alike = earlier
    .filter(({ format }) => format === statement.format)
    .flatMap((each) => numberOf(each)?.main ?? []);
  // Banks count from one again in a new year.
  const last = alike.at(-1);
  if (!own || last === undefined || alike.includes(own.main - 1) || alike.includes(own.main)) return null;
  const [first, end] = [last + 1, own.main - 1];
  return end >= first && end - first < MOST_NUMBERS ? [first, end] : null;
}

export function compareStatements(one: KeptStatement, other: KeptStatement): number {
  const days = text(one.firstDay, other.firstDay) || text(one.lastDay, other.lastDay);
  if (days !== 0) return days;
  const [a, b] = [numberOf(one), numberOf(other)];
  return (
    (a && b && (a.main - b.main || a.page - b.page)) ||
    (one.closing === other.opening ? -1 : one.opening === other.closing ? 1 : 0)
  );
}
const text = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
