import { z } from 'zod';
import { Currency } from '#core/kernel/money.ts';
import { type Database, type Days, every, sql, withinDays } from '../kernel/sql.ts';
import { computed, conditionsOf, defineView, extendView, findRows, type ItemOf } from '../kernel/view.ts';
import { pageSizeOf } from '../lists/page.ts';
import { ledgerAccounts, ledgerClasses, ledgerEntries } from './table.ts';

const classes = defineView(ledgerClasses);
type TrialBalanceLine = ItemOf<typeof classes>;

export type TrialBalance = {
  readonly lines: readonly TrialBalanceLine[];
  readonly totals: readonly { readonly currency: Currency; readonly debits: bigint; readonly credits: bigint }[];
  readonly isBalanced: boolean;
};

/** What every class of accounts adds up to; debits equal credits in each currency, or something is badly wrong. */
export async function trialBalance(database: Database): Promise<TrialBalance> {
  const lines = await database.any(
    sql.type(
      classes.schema,
    )`select class, currency, sum(debits)::int8 as debits, sum(credits)::int8 as credits, sum(entries)::int8 as entries
      from read.ledger_classes group by currency, class order by currency, class`,
  );
  const totals = [...new Set(lines.map((line) => line.currency))].map((currency) => {
    const own = lines.filter((line) => line.currency === currency);
    return {
      currency,
      debits: own.reduce((sum, line) => sum + line.debits, 0n),
      credits: own.reduce((sum, line) => sum + line.credits, 0n),
    };
  });
  return { lines, totals, isBalanced: totals.every((total) => total.debits === total.credits) };
}

const accounts = defineView(ledgerAccounts, { without: ['id', 'position'] });
export type LedgerAccount = ItemOf<typeof accounts>;

/** An account in each of its currencies; empty when nothing was ever posted to it. */
export const findLedgerAccount = (database: Database, account: string): Promise<readonly LedgerAccount[]> =>
  findRows(database, accounts, sql.fragment`where account = ${account} order by currency`);

const entries = extendView(
  defineView(ledgerEntries, { without: ['account_id'] }),
  {
    account: computed(z.string(), 'account.account'),
    currency: computed(Currency, 'account.currency'),
  },
  'join read.ledger_accounts account on account.id = ledger_entries.account_id',
);
export type LedgerEntry = ItemOf<typeof entries>;

/** The statement of one account, newest first before an entry, each line with the balance after it. */
export function accountStatement(
  database: Database,
  request: Days & {
    readonly account: string;
    readonly currency: Currency;
    readonly before?: { readonly position: bigint; readonly line: number } | undefined;
    readonly limit?: number | undefined;
  },
): Promise<readonly LedgerEntry[]> {
  const { account, currency, before } = request;
  const where = [
    sql.fragment`account_id = (select id from read.ledger_accounts
      where ${every(conditionsOf(ledgerAccounts, { account, currency }))})`,
    ...withinDays(sql.fragment`time`, request),
  ];
  if (before) where.push(sql.fragment`(position, line) < (${before.position}::int8, ${before.line}::int4)`);
  return database.any(
    sql.type(entries.schema)`select ${entries.select} from (
        select * from read.ledger_entries where ${every(where)}
        order by position desc, line desc limit ${pageSizeOf(request.limit)}
      ) ledger_entries ${entries.joins} order by ledger_entries.position desc, line desc`,
  );
}
