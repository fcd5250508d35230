import type { RecordedLedgerEvent } from '../events.ts';
import { CURRENCY_CODES, DEFAULT_CURRENCIES } from '../kernel/currencies.ts';
import { minorToDecimal } from '../kernel/decimals.ts';
import type { EventStore } from '../kernel/event-store.ts';
import { type Currency, money, negate, toDecimal } from '../kernel/money.ts';
import type { Posting } from '../kernel/postings.ts';
import type { By } from '../period/times.ts';
import { createDocumentNumbers } from './document-numbers.ts';
import { CliError, EXIT, type Output } from './output.ts';
import { datingBy, isWithin, readDating, replayBooked } from './replay.ts';
import { createRowWriter, type Format } from './table.ts';

export const postingsOf = (event: RecordedLedgerEvent): readonly Posting[] =>
  ('postings' in event.data ? event.data.postings : undefined) ?? [];

/** Balances by account and currency, from the postings of the whole log; one entry an account in memory. */
export type Books = Map<string, Map<Currency, bigint>>;

export function post(books: Books, { account, amount }: Posting): void {
  const balances = books.get(account) ?? new Map<Currency, bigint>();
  balances.set(amount.currency, (balances.get(amount.currency) ?? 0n) + amount.amount);
  books.set(account, balances);
}

export async function readBooks(store: EventStore, output: Output, at: Date | undefined, by?: By): Promise<Books> {
  const books: Books = new Map();
  const valueDayOf = await datingBy(store, by);
  for await (const event of replayBooked(store, output)) {
    if (!isWithin(event, undefined, at, valueDayOf)) continue;
    for (const line of postingsOf(event)) post(books, line);
  }
  return books;
}

/** The currencies of the books, and those that every store has, in the order of their table. */
export const currenciesOf = (books: Books): readonly Currency[] =>
  CURRENCY_CODES.filter(
    (code) => DEFAULT_CURRENCIES.includes(code) || [...books.values()].some((balances) => balances.has(code)),
  );

/** `liabilities:wallet:<id>` → `liabilities:wallet`: the sub-ledgers of all wallets as one account. */
export const groupOf = (account: string) => account.replace(/^(liabilities:(?:wallet|held)):.*/, '$1');

export type BooksOptions = { readonly at?: Date | undefined; readonly by?: By; readonly format: Format };

/** Every account with its balance, debits and credits apart; their totals must be the same. */
export async function trialBalance(
  store: EventStore,
  output: Output,
  { at, by, format, all }: BooksOptions & { readonly all?: boolean | undefined },
): Promise<void> {
  const books = await readBooks(store, output, at, by);
  const grouped: Books = new Map();
  for (const [account, balances] of books) {
    for (const [currency, amount] of balances) {
      post(grouped, { account: all ? account : groupOf(account), amount: money(amount, currency) });
    }
  }
  const writer = await createRowWriter(output, format, [
    { name: 'Account', width: all ? 62 : 32 },
    { name: 'Currency', width: 8 },
    { name: 'Debit', width: 18, align: 'right' },
    { name: 'Credit', width: 18, align: 'right' },
  ]);
  const wrong: string[] = [];
  for (const currency of currenciesOf(books)) {
    let debits = 0n;
    let credits = 0n;
    for (const account of [...grouped.keys()].sort()) {
      const amount = grouped.get(account)?.get(currency);
      if (amount === undefined || (amount === 0n && all)) continue;
      if (amount >= 0n) debits += amount;
      else credits -= amount;
      await writer.row([
        account,
        currency,
        amount >= 0n ? minorToDecimal(amount, currency) : '',
        amount < 0n ? minorToDecimal(-amount, currency) : '',
      ]);
    }
    await writer.row([
      `Total ${currency}`,
      currency,
      minorToDecimal(debits, currency),
      minorToDecimal(credits, currency),
    ]);
    if (debits !== credits) wrong.push(`${currency} is off by ${minorToDecimal(debits - credits, currency)}`);
  }
  await writer.end();
  if (wrong.length > 0) throw new CliError(`The books do not balance: ${wrong.join(', ')}.`, EXIT.notSound);
}

/** The balance of each account whose name begins with `prefix`. */
export async function accountBalances(
  store: EventStore,
  output: Output,
  { at, by, format, prefix = '' }: BooksOptions & { readonly prefix?: string | undefined },
): Promise<void> {
  const books = await readBooks(store, output, at, by);
  const writer = await createRowWriter(output, format, [
    { name: 'Account', width: 62 },
    { name: 'Currency', width: 8 },
    { name: 'Balance', width: 18, align: 'right' },
    { name: 'Side', width: 6 },
  ]);
  let shown = 0;
  for (const account of [...books.keys()].sort()) {
    if (!account.startsWith(prefix)) continue;
    for (const [currency, amount] of books.get(account) ?? []) {
      await writer.row([
        account,
        currency,
        minorToDecimal(amount < 0n ? -amount : amount, currency),
        amount < 0n ? 'credit' : 'debit',
      ]);
      shown += 1;
    }
  }
  await writer.end();
  if (shown === 0) throw new CliError(`No account begins with "${prefix}".`);
}

/** Every posting of every event: what an accountant imports. Amounts are positive, in a debit or a credit column. */
export async function journal(
  store: EventStore,
  output: Output,
  options: {
    readonly from?: Date | undefined;
    readonly to?: Date | undefined;
    readonly by?: By;
    readonly format: Format;
  },
): Promise<void> {
  const { from, to, by, format } = options;
  const writer = await createRowWriter(output, format, [
    { name: 'Time', width: 24, cut: 'never' },
    { name: 'Position', width: 10, align: 'right' },
    { name: 'Event', width: 22 },
    { name: 'Stream', width: 47, cut: 'first' },
    { name: 'Revision', width: 8, align: 'right' },
    { name: 'Document', width: 14 },
    { name: 'Reference', width: 50, cut: 'first' },
    { name: 'Account', width: 62 },
    { name: 'Debit', width: 14, align: 'right' },
    { name: 'Credit', width: 14, align: 'right' },
    { name: 'Currency', width: 8 },
    { name: 'Value date', width: 10 },
  ]);
  const valueDayOf = await readDating(store);
  const numberOf = createDocumentNumbers(store);
  for await (const event of replayBooked(store, output)) {
    if (!isWithin(event, from, to, by === 'value-date' ? valueDayOf : undefined)) continue;
    const data: Readonly<Record<string, unknown>> = event.data;
    const number = await numberOf(event);
    for (const { account, amount } of postingsOf(event)) {
      await writer.row([
        event.metadata.time,
        event.position.toString(),
        event.type,
        event.streamId,
        event.revision.toString(),
        number,
        typeof data.reference === 'string' ? data.reference : '',
        account,
        amount.amount > 0n ? toDecimal(amount) : '',
        amount.amount < 0n ? toDecimal(negate(amount)) : '',
        amount.currency,
        valueDayOf(event),
      ]);
    }
  }
  await writer.end();
}
