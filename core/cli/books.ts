import { postingsOf } from '#core/aggregates/events.ts';
import type { By } from '#core/aggregates/period/times.ts';
import { type Books, currenciesOf, post, totalsIn } from '#core/finance/checks/books.ts';
import { minorToDecimal } from '#core/kernel/money/decimals.ts';
import { type Money, money, negate, toDecimal } from '#core/kernel/money/money.ts';
import { createDocumentNumbers } from './document-numbers.ts';
import type { AsOf, Within } from './options.ts';
import { CliError, EXIT } from './output.ts';
import { datingBy, isWithin, type Log, readDating, replayBooked } from './replay.ts';
import { timeFor, writeRows } from './table.ts';

/** An amount as a decimal in its column, debit or credit; the other one is empty. */
export const sidesOf = (amount: Money): readonly [debit: string, credit: string] =>
  amount.amount < 0n ? ['', toDecimal(negate(amount))] : [toDecimal(amount), ''];

async function readBooks(log: Log, at: Date | undefined, by?: By): Promise<Books> {
  const books: Books = new Map();
  const valueDayOf = await datingBy(log.store, by);
  for await (const event of replayBooked(log)) {
    if (!isWithin(event, undefined, at, valueDayOf)) continue;
    for (const line of postingsOf(event)) post(books, line);
  }
  return books;
}

/** The sub-ledgers of all wallets as one account: `liabilities:wallet:<id>` → `liabilities:wallet`. */
function groupWallets(books: Books): Books {
  const grouped: Books = new Map();
  for (const [name, balances] of books) {
    const account = name.replace(/^(liabilities:(?:wallet|held)):.*/, '$1');
    for (const [currency, amount] of balances) post(grouped, { account, amount: money(amount, currency) });
  }
  return grouped;
}

/** Every account with its balance in a debit or a credit column; the totals of both must be equal. */
export async function trialBalance(
  log: Log,
  { at, by, format, all }: AsOf & { readonly all?: boolean | undefined },
): Promise<void> {
  const books = await readBooks(log, at, by);
  const grouped = all ? books : groupWallets(books);
  const wrong: string[] = [];
  function* rows() {
    for (const currency of currenciesOf(books)) {
      for (const account of [...grouped.keys()].sort()) {
        const amount = grouped.get(account)?.get(currency);
        if (amount === undefined || (amount === 0n && all)) continue;
        yield [account, currency, ...sidesOf(money(amount, currency))] as const;
      }
      const { debits, credits } = totalsIn(grouped, currency);
      const decimal = (minor: bigint) => minorToDecimal(minor, currency);
      yield [`Total ${currency}`, currency, decimal(debits), decimal(credits)] as const;
      if (debits !== credits) wrong.push(`${currency} is off by ${decimal(debits - credits)}`);
    }
  }
  await writeRows({ ...log, format }, rows(), [
    { name: 'Account', width: all ? 62 : 32, of: ([account]) => account },
    { name: 'Currency', width: 8, of: ([, currency]) => currency },
    { name: 'Debit', width: 18, align: 'right', of: ([, , debit]) => debit },
    { name: 'Credit', width: 18, align: 'right', of: ([, , , credit]) => credit },
  ]);
  if (wrong.length > 0) throw new CliError(`The books do not balance: ${wrong.join(', ')}.`, EXIT.notSound);
}

export async function accountBalances(
  log: Log,
  { at, by, format, prefix = '' }: AsOf & { readonly prefix?: string | undefined },
): Promise<void> {
  const books = await readBooks(log, at, by);
  const balances = [...books.keys()]
    .filter((account) => account.startsWith(prefix))
    .sort()
    .flatMap((account) => [...(books.get(account) ?? [])].map(([currency, minor]) => ({ account, currency, minor })));
  const shown = await writeRows({ ...log, format }, balances, [
    { name: 'Account', width: 62, of: ({ account }) => account },
    { name: 'Currency', width: 8, of: ({ currency }) => currency },
    {
      name: 'Balance',
      width: 18,
      align: 'right',
      of: ({ minor, currency }) => sidesOf(money(minor, currency)).join(''),
    },
    { name: 'Side', width: 6, of: ({ minor }) => (minor < 0n ? 'credit' : 'debit') },
  ]);
  if (shown === 0) throw new CliError(`No account begins with "${prefix}".`);
}

/** Every posting of every event, for an accountant's import. Amounts are positive, in a debit or a credit column. */
export async function journal(log: Log, { from, to, by, format }: Within): Promise<void> {
  async function* lines() {
    const valueDayOf = await readDating(log.store);
    const numberOf = createDocumentNumbers(log.store);
    for await (const event of replayBooked(log)) {
      if (!isWithin(event, from, to, by === 'value-date' ? valueDayOf : undefined)) continue;
      const papers = { number: await numberOf(event), valueDay: valueDayOf(event) };
      for (const posting of postingsOf(event)) yield { event, ...papers, ...posting };
    }
  }
  await writeRows({ ...log, format }, lines(), [
    { name: 'Time', width: 20, cut: 'never', of: ({ event }) => timeFor(format)(event.metadata.time) },
    { name: 'Position', width: 10, align: 'right', of: ({ event }) => `${event.position}` },
    { name: 'Stream', width: 47, cut: 'first', of: ({ event }) => event.streamId },
    { name: 'Revision', width: 8, align: 'right', of: ({ event }) => `${event.revision}` },
    { name: 'Type', width: 22, of: ({ event }) => event.type },
    { name: 'Document', width: 14, of: ({ number }) => number },
    {
      name: 'Reference',
      width: 50,
      cut: 'first',
      of: ({ event: { data } }) => ('reference' in data && typeof data.reference === 'string' ? data.reference : ''),
    },
    { name: 'Account', width: 62, of: ({ account }) => account },
    { name: 'Debit', width: 14, align: 'right', of: ({ amount }) => sidesOf(amount)[0] },
    { name: 'Credit', width: 14, align: 'right', of: ({ amount }) => sidesOf(amount)[1] },
    { name: 'Currency', width: 8, of: ({ amount }) => amount.currency },
    { name: 'Value date', width: 10, of: ({ valueDay }) => valueDay },
  ]);
}
