import type { RecordedLedgerEvent } from '../events.ts';
import { CURRENCY_CODES, DEFAULT_CURRENCIES } from '../kernel/currencies.ts';
import { minorToDecimal } from '../kernel/decimals.ts';
import type { EventStore } from '../kernel/event-store.ts';
import { type Currency, type Money, money, negate, toDecimal } from '../kernel/money.ts';
import type { Posting } from '../kernel/postings.ts';
import type { By } from '../period/times.ts';
import { createDocumentNumbers } from './document-numbers.ts';
import type { AsOf, Within } from './options.ts';
import { CliError, EXIT, type Output } from './output.ts';
import { datingBy, isWithin, readDating, replayBooked } from './replay.ts';
import { createRowWriter, timeFor } from './table.ts';

export const postingsOf = (event: RecordedLedgerEvent): readonly Posting[] =>
  ('postings' in event.data ? event.data.postings : undefined) ?? [];

/** An amount as a decimal in its column, debit or credit; the other one is empty. */
export const sidesOf = (amount: Money): readonly [debit: string, credit: string] =>
  amount.amount < 0n ? ['', toDecimal(negate(amount))] : [toDecimal(amount), ''];

/** Balances by account and currency, from the postings of the whole log; one entry an account in memory. */
export type Books = Map<string, Map<Currency, bigint>>;

export function post(books: Books, { account, amount }: Posting): void {
  const balances = books.get(account) ?? new Map<Currency, bigint>();
  balances.set(amount.currency, (balances.get(amount.currency) ?? 0n) + amount.amount);
  books.set(account, balances);
}

async function readBooks(store: EventStore, output: Output, at: Date | undefined, by?: By): Promise<Books> {
  const books: Books = new Map();
  const valueDayOf = await datingBy(store, by);
  for await (const event of replayBooked(store, output)) {
    if (!isWithin(event, undefined, at, valueDayOf)) continue;
    for (const line of postingsOf(event)) post(books, line);
  }
  return books;
}

/** The currencies of the books, and those that every store has, in the order of the table of currencies. */
export const currenciesOf = (books: Books): readonly Currency[] =>
  CURRENCY_CODES.filter(
    (code) => DEFAULT_CURRENCIES.includes(code) || [...books.values()].some((balances) => balances.has(code)),
  );

/** The sub-ledgers of all wallets as one account: `liabilities:wallet:<id>` → `liabilities:wallet`. */
function groupWallets(books: Books): Books {
  const grouped: Books = new Map();
  for (const [name, balances] of books) {
    const account = name.replace(/^(liabilities:(?:wallet|held)):.*/, '$1');
    for (const [currency, amount] of balances) post(grouped, { account, amount: money(amount, currency) });
  }
  return grouped;
}

/** The balance of an account; zero when nothing was posted to it. */
export const balanceIn = (books: Books, account: string, currency: Currency): bigint =>
  books.get(account)?.get(currency) ?? 0n;

/** Debits and credits of a currency, both positive. */
export function totalsIn(books: Books, currency: Currency): { readonly debits: bigint; readonly credits: bigint } {
  let [debits, credits] = [0n, 0n];
  for (const account of books.keys()) {
    const balance = balanceIn(books, account, currency);
    if (balance > 0n) debits += balance;
    else credits -= balance;
  }
  return { debits, credits };
}

/** Every account with its balance in a debit or a credit column; the totals of both must be equal. */
export async function trialBalance(
  store: EventStore,
  output: Output,
  { at, by, format, all }: AsOf & { readonly all?: boolean | undefined },
): Promise<void> {
  const books = await readBooks(store, output, at, by);
  const grouped = all ? books : groupWallets(books);
  const writer = await createRowWriter(output, format, [
    { name: 'Account', width: all ? 62 : 32 },
    { name: 'Currency', width: 8 },
    { name: 'Debit', width: 18, align: 'right' },
    { name: 'Credit', width: 18, align: 'right' },
  ]);
  const wrong: string[] = [];
  for (const currency of currenciesOf(books)) {
    for (const account of [...grouped.keys()].sort()) {
      const amount = grouped.get(account)?.get(currency);
      if (amount === undefined || (amount === 0n && all)) continue;
      await writer.row([account, currency, ...sidesOf(money(amount, currency))]);
    }
    const { debits, credits } = totalsIn(grouped, currency);
    const decimal = (minor: bigint) => minorToDecimal(minor, currency);
    await writer.row([`Total ${currency}`, currency, decimal(debits), decimal(credits)]);
    if (debits !== credits) wrong.push(`${currency} is off by ${decimal(debits - credits)}`);
  }
  await writer.end();
  if (wrong.length > 0) throw new CliError(`The books do not balance: ${wrong.join(', ')}.`, EXIT.notSound);
}

/** The balance of each account whose name begins with `prefix`. */
export async function accountBalances(
  store: EventStore,
  output: Output,
  { at, by, format, prefix = '' }: AsOf & { readonly prefix?: string | undefined },
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
      const [debit, credit] = sidesOf(money(amount, currency));
      await writer.row([account, currency, debit || credit, debit ? 'debit' : 'credit']);
      shown += 1;
    }
  }
  await writer.end();
  if (shown === 0) throw new CliError(`No account begins with "${prefix}".`);
}

/** Every posting of every event, for an accountant's import. Amounts are positive, in a debit or a credit column. */
export async function journal(store: EventStore, output: Output, { from, to, by, format }: Within): Promise<void> {
  const writer = await createRowWriter(output, format, [
    { name: 'Time', width: 20, cut: 'never' },
    { name: 'Position', width: 10, align: 'right' },
    { name: 'Stream', width: 47, cut: 'first' },
    { name: 'Revision', width: 8, align: 'right' },
    { name: 'Type', width: 22 },
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
        timeFor(format)(event.metadata.time),
        event.position.toString(),
        event.streamId,
        event.revision.toString(),
        event.type,
        number,
        typeof data.reference === 'string' ? data.reference : '',
        account,
        ...sidesOf(amount),
        amount.currency,
        valueDayOf(event),
      ]);
    }
  }
  await writer.end();
}
