import { isSame } from '#core/kernel/money/money.ts';
import { besideBatches, movementsOf, sumOf } from './batch-lines.ts';
import {
  alike,
  EQUAL,
  IN_FILE,
  type IsSameAccount,
  identityOf,
  isTouching,
  type KeptLine,
  KeptLines,
  NUMBERED,
  PERHAPS,
  RELATED,
  UNLIKE,
} from './likeness.ts';
import type { Statement, StatementLine } from './statement.ts';

/** A statement that was kept before; older ones have no balances. */
export type KeptStatement = Pick<Statement, 'format' | 'number' | 'account'> & {
  readonly id: string;
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  readonly firstDay: string;
  readonly lastDay: string;
};

/** What a line of a file is: a new movement, one that is kept, or one about which a person decides, beside the kept lines that it may be. */
export type SortedLine = {
  readonly line: StatementLine;
  readonly is: 'new' | 'known' | 'asked';
  readonly beside: readonly string[];
  readonly balanceBefore: bigint | null;
};

type World = {
  readonly lines: readonly KeptLine[];
  /** Lines of which somebody said that they are the ones `beside` them; a line that is like one of them is asked about again. */
  readonly same?: readonly (KeptLine & Pick<SortedLine, 'beside'>)[];
  readonly statements: readonly KeptStatement[];
  readonly isSameAccount: IsSameAccount;
};

/**
 * Sorts the lines of a file. A movement is known without a question only where that is proven: its statement was kept before, or the bank's own
 * number tells it from all others and it says the same. Where two statements follow on each other by their balances, they share no line. Any
 * other line that may be a kept one is asked about. Each kept line is one line of the file at most. Pure.
 */
export function sortLines(statements: readonly Statement[], world: World): SortedLine[][] {
  const known = new KeptLines(world.lines, world.isSameAccount, statements);
  const kept = [...world.statements];
  return statements.map((statement, index) => {
    const id = `${IN_FILE}${index}`;
    const sorted = sortStatement(statement, known, { ...world, statements: kept });
    known.add(sorted.filter(({ is }) => is !== 'known').map((each) => keptOf(each, statement, id)));
    kept.push(statementOf(statement, id));
    return sorted;
  });
}

const keptOf = (
  { line, balanceBefore }: SortedLine,
  { format, account }: Statement,
  statementId: string,
): KeptLine => ({ ...line, format, account, statementId, balanceBefore });
const statementOf = ({ format, number, account, balances, lines }: Statement, id: string): KeptStatement => {
  const days = lines.map(({ bookedOn }) => bookedOn).sort();
  return {
    id,
    format,
    number,
    account,
    opening: balances?.opening.amount ?? null,
    closing: balances?.closing.amount ?? null,
    firstDay: days[0] ?? balances?.from ?? '',
    lastDay: days.at(-1) ?? balances?.to ?? '',
  };
};

function sortStatement(statement: Statement, known: KeptLines, world: World): SortedLine[] {
  const befores = balancesBefore(statement);
  const drafts = statement.lines.map((line, place) => ({ line, balanceBefore: befores?.[place] ?? null }));
  const isApart = apartOf(statement, drafts, known, world);
  const isPair = pairOf(statement, known, world, isApart);
  const again = world.statements.find((kept) => isAgain(statement, kept, world));
  const used = new Set<string>();
  const pairs = new Map<StatementLine, { kept: KeptLine; likeness: number }>();
  const isAtBalance = ({ balanceBefore }: KeptLine, balance: bigint | null) =>
    balance !== null && balanceBefore === balance;
  for (const wanted of [EQUAL, NUMBERED, RELATED, PERHAPS]) {
    // The one with the same balance before it comes first of lines that are equally alike, for every line of the file.
    for (const isNear of [true, false]) {
      for (const { line, balanceBefore } of drafts) {
        if (pairs.has(line)) continue;
        const found = known
          .near(line)
          .find(
            (kept) =>
              !used.has(kept.id) && (!isNear || isAtBalance(kept, balanceBefore)) && isPair(line, kept) === wanted,
          );
        if (!found) continue;
        used.add(found.id);
        pairs.set(line, { kept: found, likeness: wanted });
      }
    }
  }
  /** A statement that was kept without its balances came from an earlier version, which read less of a line. */
  const isOlder = again !== undefined && again.opening === null && statement.balances !== null;
  const isProven = ({ line, balanceBefore }: Draft): boolean => {
    const pair = pairs.get(line);
    if (!pair) return false;
    const isEqual = pair.likeness === EQUAL;
    if (isEqual && known.isNumbered(line, statement.account)) return true;
    const isSameBalance = balanceBefore !== null && pair.kept.balanceBefore === balanceBefore;
    return (
      again !== undefined &&
      (isEqual ||
        isSameBalance ||
        (isOlder && pair.kept.statementId === again.id && pair.likeness > (line.batch ? RELATED : PERHAPS)))
    );
  };
  const proven = new Set(drafts.filter(isProven).map(({ line }) => line));
  /** Kept lines that another line of the file was put beside without certainty: they may be this one. */
  const perhapsOf = ({ line }: Draft): string[] =>
    [...pairs].flatMap(([other, { kept, likeness }]) => {
      const isSettled = likeness === EQUAL || proven.has(other) || identityOf(other) === identityOf(line);
      return !isSettled && isPair(line, kept) > UNLIKE ? [kept.id] : [];
    });
  const saidOf = ({ line }: Draft): string[] =>
    (world.same ?? []).flatMap((each) =>
      isSame(each.amount, line.amount) && isPair(line, each) > UNLIKE ? each.beside : [],
    );
  /** Kept lines that another line of the file is, by all that it says and by its balance. */
  const settled = new Set(
    drafts.flatMap(({ line, balanceBefore }) => {
      const pair = pairs.get(line);
      return pair?.likeness === EQUAL && isAtBalance(pair.kept, balanceBefore) ? [pair.kept.id] : [];
    }),
  );
  const batches = besideBatches(statement, known, { proven, settled, isApart, isSameAccount: world.isSameAccount });
  return drafts.map((draft) => {
    const pair = pairs.get(draft.line);
    const own = pair ? [pair.kept.id] : [];
    if (proven.has(draft.line)) return { ...draft, is: 'known', beside: own };
    const beside = [...own, ...(batches.get(draft.line) ?? (pair ? [] : [...perhapsOf(draft), ...saidOf(draft)]))];
    return { ...draft, is: beside.length > 0 ? 'asked' : 'new', beside: [...new Set(beside)] };
  });
}

function balancesBefore({ balances, lines }: Statement): bigint[] | undefined {
  if (!balances) return undefined;
  let balance = balances.opening.amount;
  return lines.map(({ amount }) => {
    const before = balance;
    balance += amount.amount;
    return before;
  });
}

type Draft = Pick<SortedLine, 'line' | 'balanceBefore'>;

/** Whether the balances prove that the statement shares no line with that of a kept line: one begins with what the other ends with. */
function apartOf(
  statement: Statement,
  drafts: readonly Draft[],
  known: KeptLines,
  { statements, isSameAccount, same = [] }: World,
): (kept: KeptLine) => boolean {
  const byId = new Map(statements.map((each) => [each.id, each]));
  const apart = new Map<string, boolean>();
  const isOther = (kept: KeptLine): boolean => {
    const other = byId.get(kept.statementId);
    const isInFile = kept.statementId.startsWith(IN_FILE);
    if (!statement.balances || !other || other.opening === null) return isInFile;
    const [opening, closing] = [statement.balances.opening.amount, statement.balances.closing.amount];
    if (!isInFile && opening !== other.closing && closing !== other.opening) return false;
    const its = [...known.all, ...same].filter(({ statementId }) => statementId === kept.statementId);
    const theirs = movementsOf(its);
    return !movementsOf(drafts.map(({ line, balanceBefore }) => ({ ...line, balanceBefore }))).some((one) =>
      theirs.some((another) => one.at === another.at && mayBeOne(one.lines, another.lines)),
    );
  };
  /** Both have the same balance before them. */
  const mayBeOne = (own: readonly StatementLine[], kept: readonly KeptLine[]): boolean => {
    const [line, other] = [own[0], kept[0]];
    if (!line || !other || !isSameAccount(statement.account, other.account)) return false;
    const isEqual = sumOf(own) === sumOf(kept) && line.amount.currency === other.amount.currency;
    if (own.length > 1 || kept.length > 1) return isEqual && isTouching(line, other);
    return isEqual && alike(line, statement.format, other, known) > UNLIKE;
  };
  return (kept) => {
    const found = apart.get(kept.statementId) ?? isOther(kept);
    apart.set(kept.statementId, found);
    return found;
  };
}

/** How alike a line and a kept line are, with regard to what the balances of their statements prove. */
const pairOf =
  (statement: Statement, known: KeptLines, { isSameAccount }: World, isApart: (kept: KeptLine) => boolean) =>
  (line: StatementLine, kept: KeptLine): number => {
    const likeness = isSameAccount(statement.account, kept.account)
      ? alike(line, statement.format, kept, known)
      : UNLIKE;
    return likeness === UNLIKE || isApart(kept) ? UNLIKE : likeness;
  };

/** Whether the statement is one that was kept: by format, account, number and days, and by its balances where both have them. */
function isAgain(
  { format, account, number, balances, lines }: Statement,
  kept: KeptStatement,
  { isSameAccount }: World,
): boolean {
  const days = lines.map(({ bookedOn }) => bookedOn).sort();
  const [first, last] = [days[0] ?? balances?.from, days.at(-1) ?? balances?.to];
  if (format !== kept.format || number !== kept.number || !isSameAccount(account, kept.account)) return false;
  if (first !== kept.firstDay || last !== kept.lastDay) return false;
  if (!balances || kept.opening === null) return number !== '' && format !== 'CSV';
  const isEqual = balances.opening.amount === kept.opening && balances.closing.amount === kept.closing;
  return isEqual && (number !== '' || kept.opening !== kept.closing);
}
