import { CURRENCY_CODES } from '../../kernel/currencies.ts';
import type { EventStore } from '../../kernel/event-store.ts';
import type { Currency } from '../../kernel/money.ts';
import type { By } from '../../period/times.ts';
import type { Output } from '../output.ts';
import { datingBy, isWithin, replayBooked } from '../replay.ts';
import { createEntries, type Entry } from './entry.ts';
import { type AccountBalance, createMonthEnds, type MonthEnd } from './month-ends.ts';

/** How a format of plain-text accounting writes what a book is made of. */
export type JournalFormat = {
  head(currencies: readonly Currency[]): string;
  account(account: string, since: string): string;
  entry(entry: Entry): string;
  /** Balances that the book begins with, in one entry. */
  opening(date: string, balances: readonly AccountBalance[]): string;
  /** Asserts balances. */
  monthEnd(end: MonthEnd): string;
};

export type Range = {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly by?: By;
  /** A file with account numbers, for the formats that want some. */
  readonly settings?: string;
};

/**
 * The book as a journal, written as the log is read. What is known only afterwards (accounts, opening balances, assertions)
 * comes last: these formats go by dates.
 */
export async function* writeJournal(
  store: EventStore,
  output: Output,
  format: JournalFormat,
  { from, to, by }: Range,
): AsyncGenerator<string> {
  const ends = createMonthEnds();
  const firstDay = from?.toISOString().slice(0, 'YYYY-MM-DD'.length) ?? '';
  const valueDayOf = await datingBy(store, by);
  const entryOf = createEntries(store, valueDayOf);
  yield format.head(CURRENCY_CODES);
  for await (const event of replayBooked(store, output)) {
    if (!isWithin(event, undefined, to, valueDayOf)) continue;
    const entry = await entryOf(event);
    if (isWithin(event, from, undefined, valueDayOf)) {
      for (const line of entry.postings) ends.post(line, entry.date);
      yield format.entry(entry);
    } else for (const line of entry.postings) ends.open(line, firstDay);
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
