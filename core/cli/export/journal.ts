import type { Log } from '#core/cli/replay.ts';
import { CURRENCY_CODES } from '#core/kernel/money/currencies.ts';
import type { Currency } from '#core/kernel/money/money.ts';
import { type Entry, type Range, readEntries } from './entry.ts';
import { type AccountBalance, createMonthEnds, type MonthEnd } from './month-ends.ts';

/** How a format of plain-text accounting writes the parts of a book. */
export type JournalFormat = {
  head(currencies: readonly Currency[]): string;
  account(account: string, since: string): string;
  entry(entry: Entry): string;
  /** The balances at the beginning of the book, as one entry. */
  opening(date: string, balances: readonly AccountBalance[]): string;
  /** Asserts balances. */
  monthEnd(end: MonthEnd): string;
};

/**
 * The book as a journal, written while the log is read. What is known only at the end (accounts, opening balances,
 * assertions) comes last: these formats order entries by date.
 */
export async function* writeJournal(log: Log, format: JournalFormat, range: Range): AsyncGenerator<string> {
  const ends = createMonthEnds();
  const firstDay = range.from?.toISOString().slice(0, 'YYYY-MM-DD'.length) ?? '';
  yield format.head(CURRENCY_CODES);
  for await (const { entry, isBefore } of readEntries(log, range, { withEarlier: true })) {
    for (const line of entry.postings) isBefore ? ends.open(line, firstDay) : ends.post(line, entry.date);
    if (!isBefore) yield format.entry(entry);
  }
  const accounts = new Map<string, string>();
  for (const { account, since } of ends.accounts()) {
    const known = accounts.get(account);
    if (known === undefined || since < known) accounts.set(account, since);
  }
  for (const [account, since] of [...accounts].sort()) yield format.account(account, since);
  const opening = ends.opening();
  if (opening.length > 0) yield format.opening(firstDay, opening);
  for (const end of ends.ends()) yield format.monthEnd(end);
}
