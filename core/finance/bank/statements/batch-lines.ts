import { IN_FILE, type IsSameAccount, isTouching, type KeptLine, type KeptLines } from './likeness.ts';
import type { Statement, StatementLine } from './statement.ts';

/** The lines, and the batches of which they are parts, each with the balance before it. */
export function movementsOf<Line extends StatementLine & { readonly balanceBefore: bigint | null }>(
  lines: readonly Line[],
) {
  const batches = batchesOf(lines, ({ batch }) => batch);
  return [...lines.map((line) => [line]), ...batches].map((own) => {
    // Kept parts come in any order: the first is the one after no other.
    const ends = new Set(own.map(({ balanceBefore, amount }) => (balanceBefore ?? 0n) + amount.amount));
    const first = own.find(({ balanceBefore }) => balanceBefore === null || !ends.has(balanceBefore)) ?? own[0];
    return { at: first?.balanceBefore, lines: own };
  });
}

/** The whole amount of a batch beside its parts, and the parts beside the whole. */
export function besideBatches(
  { lines, format, account }: Statement,
  known: KeptLines,
  {
    proven,
    settled,
    isApart,
    isSameAccount,
  }: {
    readonly proven: ReadonlySet<StatementLine>;
    readonly settled: ReadonlySet<string>;
    readonly isApart: (kept: KeptLine) => boolean;
    readonly isSameAccount: IsSameAccount;
  },
): Map<StatementLine, string[]> {
  const found = new Map<StatementLine, string[]>();
  const isNear = (line: StatementLine, kept: KeptLine) =>
    isTouching(line, kept) &&
    isSameAccount(account, kept.account) &&
    !kept.statementId.startsWith(IN_FILE) &&
    !settled.has(kept.id) &&
    !isApart(kept);
  for (const parts of batchesOf(lines, ({ batch }) => batch)) {
    const [part] = parts;
    if (!part || parts.some((each) => proven.has(each))) continue;
    const whole = known
      .ofAmount(sumOf(parts), part.amount.currency)
      .find((kept) => !kept.batch && isNear(part, kept) && isOfBatch(part, kept, format !== kept.format));
    if (whole) for (const each of parts) found.set(each, [whole.id]);
  }
  const kept = batchesOf(known.all, ({ batch, statementId }) => batch && `${statementId} ${batch}`);
  for (const line of lines.filter(({ batch }) => !batch)) {
    const parts = kept.find(
      (each) =>
        each[0] !== undefined &&
        sumOf(each) === line.amount.amount &&
        each[0].amount.currency === line.amount.currency &&
        isNear(line, each[0]) &&
        isOfBatch(each[0], line, format !== each[0].format),
    );
    if (parts) found.set(line, idsOf(parts));
  }
  return found;
}

const idsOf = (lines: readonly KeptLine[]): string[] => lines.map(({ id }) => id);
export const sumOf = (lines: readonly StatementLine[]): bigint =>
  lines.reduce((sum, { amount }) => sum + amount.amount, 0n);
const batchesOf = <Line extends StatementLine>(
  lines: readonly Line[],
  batchOf: (line: Line) => string | undefined,
): Line[][] =>
  [...Map.groupBy(lines, (line) => batchOf(line) || undefined)].flatMap(([batch, parts]) => (batch ? [parts] : []));

/** In one format, a whole of another number is another booking. */
function isOfBatch(part: StatementLine, whole: StatementLine, isOtherFormat: boolean): boolean {
  const [, , reference] = JSON.parse(part.batch ?? '[]') as unknown[];
  return isOtherFormat || reference === '' || whole.bankReference === '' || whole.bankReference === reference;
}
