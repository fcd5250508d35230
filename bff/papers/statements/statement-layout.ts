import type { StatementLine, WalletStatement } from './wallet-statement.ts';

export type Row =
  | { readonly kind: 'movement'; readonly line: StatementLine }
  | { readonly kind: 'opening' | 'closing' | 'forward'; readonly balance: bigint }
  | { readonly kind: 'none' }
  /** The totals of a calendar month (UTC). */
  | { readonly kind: 'month'; readonly month: string; readonly totals: Totals; readonly balance: bigint };

export type Totals = { readonly moneyIn: bigint; readonly moneyOut: bigint; readonly count: number };

/** Both sums are positive. */
export function totalsOf(lines: readonly StatementLine[]): Totals {
  let [moneyIn, moneyOut] = [0n, 0n];
  for (const { change } of lines) {
    if (change > 0n) moneyIn += change;
    else moneyOut -= change;
  }
  return { moneyIn, moneyOut, count: lines.length };
}

/**
 * The rows of each page of a statement. Every page holds the same number of rows, the first one fewer. Where there are several months, each
 * ends with its totals. Totals and the closing balance stay with the line before them, and the first line with the opening balance. Each
 * further page begins with the balance brought forward.
 */
export function pagesOf(
  statement: WalletStatement,
  { first, next }: { first: number; next: number },
): readonly Row[][] {
  let page: Row[] = [];
  const pages = [page];
  let balance = statement.opening;
  for (const block of blocksOf(statement)) {
    if (page.length + block.length > (pages.length === 1 ? first : next)) {
      page = [{ kind: 'forward', balance }];
      pages.push(page);
    }
    page.push(...block);
    for (const row of block) if (row.kind === 'movement') balance = row.line.balance;
  }
  return pages;
}

/** Rows that must stay on one page. */
function* blocksOf({ opening, closing, lines }: WalletStatement): Generator<Row[]> {
  const months = Map.groupBy(lines, ({ time }) => time.slice(0, 7));
  let block: Row[] = [{ kind: 'opening', balance: opening }];
  if (lines.length === 0) block.push({ kind: 'none' });
  let last: Row[] | undefined;
  for (const [month, ofMonth] of months) {
    for (const line of ofMonth) {
      if (last) yield last;
      last = [...block, { kind: 'movement', line }];
      block = [];
    }
    const balance = ofMonth.at(-1)?.balance ?? opening;
    if (months.size > 1) last?.push({ kind: 'month', month, totals: totalsOf(ofMonth), balance });
  }
  yield [...(last ?? block), { kind: 'closing', balance: closing }];
}
