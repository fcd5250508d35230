import { z } from 'zod';
import { sql } from '#bff/kit/tables/sql.ts';
import { beancountName } from '#core/cli/export/chart.ts';
import { runWith } from '#core/cli/testing/cli-story.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { minorToDecimal } from '#core/kernel/money/decimals.ts';
import { Currency } from '#core/kernel/money/money.ts';
import { trialBalance } from '#projections/models/general-ledger.ts';
import type { TestDeps } from './test-app.ts';

/** Balances by `account currency`, in minor units; credits below zero. Zero balances may be left out. */
type Totals = ReadonlyMap<string, bigint>;
type Line = { readonly account: string; readonly currency: string; readonly minor: bigint };

/** Empty where all sources agree; else a sentence for each account with the figure of each source. */
export function differencesOf(tellers: Readonly<Record<string, Totals>>): string[] {
  const keys = new Set(Object.values(tellers).flatMap((totals) => [...totals.keys()]));
  return [...keys].sort().flatMap((key) => {
    const said = Object.entries(tellers).map(([teller, totals]) => ({ teller, minor: totals.get(key) ?? 0n }));
    if (new Set(said.map(({ minor }) => minor)).size <= 1) return [];
    const currency = Currency.parse(key.slice(key.lastIndexOf(' ') + 1));
    return `${key}: ${said.map(({ teller, minor }) => `${teller} ${minorToDecimal(minor, currency)}`).join(', ')}`;
  });
}

/** The balance of each account from every source: the command line on the log, the exports, the read models. */
export async function tellAccounts({ deps }: TestDeps<'database'>, store: EventStore): Promise<Record<string, Totals>> {
  const own = await fromTrialBalance(store, '--all');
  const ownNames = new Map([...own.keys()].map((key) => [beancountKey(key), key]));
  const beancount = sumOf(postingsIn(await answerOf(store, 'export', '--format', 'beancount'), /^ {2}([A-Z]\S+)/));
  const accounts = await deps.database.any(
    sql.type(Account)`select account, currency, balance as minor from read.ledger_accounts`,
  );
  const entries = await deps.database.any(
    sql.type(Account)`select account, currency, sum(amount)::int8 as minor
      from read.ledger_entries join read.ledger_accounts on ledger_accounts.id = account_id group by account, currency`,
  );
  return {
    'trial balance': own,
    'ledger journal': fromTable(await answerOf(store, 'journal', '--json')),
    hledger: sumOf(postingsIn(await answerOf(store, 'export', '--format', 'hledger'), /^ {4}([a-z]\S+)/)),
    beancount: new Map([...beancount].map(([key, minor]) => [ownNames.get(key) ?? key, minor])),
    csv: fromCsv(await answerOf(store, 'export', '--format', 'csv')),
    'read accounts': sumOf(accounts),
    'read entries': sumOf(entries),
  };
}

/** Each class of accounts at the end of a day, by value date or by the time of recording. */
export async function tellDay(
  { deps }: TestDeps<'database'>,
  store: EventStore,
  at: string,
  by: 'recorded' | 'value-date',
): Promise<Record<string, Totals>> {
  const { lines } = await trialBalance(deps.database, { at, by });
  return {
    'trial balance': byClass(await fromTrialBalance(store, '--at', at, '--by', by)),
    'read days': byClass(
      sumOf(
        lines.map(({ class: account, currency, debits, credits }) => ({ account, currency, minor: debits - credits })),
      ),
    ),
  };
}

/** The balances and held amounts of wallets, from the wallets themselves and from the books. */
export async function tellWallets({ deps }: TestDeps<'database'>, store: EventStore): Promise<Record<string, Totals>> {
  const books = await fromTrialBalance(store, '--all');
  const wallets = await deps.database.any(
    sql.type(
      WalletRow,
    )`select wallet_id, currency, balance, held, coalesce((select sum(amount)::int8 from read.transactions
      where transactions.wallet_id = wallets.wallet_id and status = 'completed'), 0) as moved from read.wallets`,
  );
  const tell = (minorOf: (row: z.infer<typeof WalletRow>) => bigint) =>
    sumOf(wallets.map((row) => ({ account: row.wallet_id, currency: row.currency, minor: minorOf(row) })));
  const inBooks = (row: z.infer<typeof WalletRow>, kind: string) =>
    books.get(`liabilities:${kind}:${row.wallet_id} ${row.currency}`) ?? 0n;
  const logged = new Map<string, bigint>();
  for (const { wallet_id, currency } of wallets) {
    const answer = JSON.parse((await answerOf(store, 'balance', wallet_id, '--json')).split('\n')[0] ?? '{}');
    logged.set(`${wallet_id} ${currency}`, minorOf(answer.balance));
  }
  return {
    'read wallets': tell(({ balance }) => balance),
    'read transactions': tell(({ moved }) => moved),
    'ledger balance': logged,
    'trial balance': tell((row) => -inBooks(row, 'wallet') - inBooks(row, 'held')),
  };
}

const Account = z.object({ account: z.string(), currency: z.string(), minor: z.bigint() });
const WalletRow = z.object({
  wallet_id: z.string(),
  currency: z.string(),
  balance: z.bigint(),
  held: z.bigint(),
  moved: z.bigint(),
});

/** @throws Error with the command's output where it fails */
async function answerOf(store: EventStore, ...argv: string[]): Promise<string> {
  const { code, text, err } = await runWith({ withStore: (work) => work(store, {}) }, ...argv);
  if (code !== 0) throw new Error(`ledger ${argv.join(' ')} ended with ${code}: ${err}`);
  return text;
}

const fromTrialBalance = async (store: EventStore, ...argv: string[]): Promise<Totals> =>
  fromTable(await answerOf(store, 'trial-balance', '--json', ...argv));

function fromTable(text: string): Totals {
  const rows = text.split('\n').map((line): Readonly<Record<string, string>> => JSON.parse(line));
  return fromRows(rows.filter(({ account }) => !account?.startsWith('Total')));
}

function fromCsv(text: string): Totals {
  const [head = [], ...lines] = text.split('\n').map((line) => line.split(','));
  return fromRows(lines.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? '']))));
}

const fromRows = (rows: readonly Readonly<Record<string, string>>[]): Totals =>
  sumOf(
    rows.map(({ account = '', currency = '', debit, credit }) => ({
      account,
      currency,
      minor: minorOf(debit) - minorOf(credit),
    })),
  );

/** Lines of a plain-text journal: an account, an amount, a currency. */
const postingsIn = (journal: string, account: RegExp): Line[] =>
  journal.split('\n').flatMap((line) => {
    const [, name = ''] = account.exec(line) ?? [];
    const [, amount, currency] = /^ {2}(-?[\d.]+) ([A-Z]{3})/.exec(line.slice(line.indexOf(name) + name.length)) ?? [];
    return amount && currency ? [{ account: name, currency, minor: minorOf(amount) }] : [];
  });

function sumOf(lines: readonly Line[]): Totals {
  const totals = new Map<string, bigint>();
  for (const { account, currency, minor } of lines) {
    const key = `${account} ${currency}`;
    totals.set(key, (totals.get(key) ?? 0n) + minor);
  }
  return totals;
}

/** `liabilities:wallet:7a1e… USD` → `liabilities:wallet USD`; `assets:bank:USD USD` stays an account of its own. */
const byClass = (totals: Totals): Totals =>
  sumOf(
    [...totals].map(([key, minor]) => {
      const [account = '', currency = ''] = key.split(' ');
      return { account: account.split(':').slice(0, 2).join(':'), currency, minor };
    }),
  );

const beancountKey = (key: string): string => {
  const [account = '', currency = ''] = key.split(' ');
  return `${beancountName(account)} ${currency}`;
};

/** A decimal in minor units: all currencies here are written with all their decimals. */
const minorOf = (decimal: string | undefined): bigint => BigInt((decimal || '0').replace('.', ''));
