import { z } from 'zod';
import { Currency } from '#core/kernel/money.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../kernel/page.ts';
import { type Database, every, sql, withinDays } from '../kernel/sql.ts';

const TrialBalanceLine = z.object({
  /** 'assets:bank', 'liabilities:wallet' …: all wallets are one line. */
  class: z.string(),
  currency: Currency,
  /** Minor units, both positive. */
  debits: z.bigint(),
  credits: z.bigint(),
  entries: z.bigint(),
});
export type TrialBalanceLine = z.infer<typeof TrialBalanceLine>;

export type TrialBalance = {
  readonly lines: readonly TrialBalanceLine[];
  readonly totals: readonly { readonly currency: Currency; readonly debits: bigint; readonly credits: bigint }[];
  readonly isBalanced: boolean;
};

/** What every class of accounts adds up to; debits equal credits in each currency, or something is badly wrong. */
export async function trialBalance(database: Database): Promise<TrialBalance> {
  const lines = await database.any(
    sql.type(
      TrialBalanceLine,
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

const LedgerAccount = z.object({
  account: z.string(),
  currency: Currency,
  debits: z.bigint(),
  credits: z.bigint(),
  /** debits − credits, minor units. */
  balance: z.bigint(),
  entries: z.bigint(),
});
export type LedgerAccount = z.infer<typeof LedgerAccount>;

/** An account in each of its currencies; empty when nothing was ever posted to it. */
export function findLedgerAccount(database: Database, account: string): Promise<readonly LedgerAccount[]> {
  return database.any(
    sql.type(LedgerAccount)`select account, currency, debits, credits, balance, entries from read.ledger_accounts
      where account = ${account} order by currency`,
  );
}

/** Accounts after `after` in the order of their names, at most {@link MAX_PAGE_SIZE}. */
export function listLedgerAccounts(
  database: Database,
  request: { readonly after?: string | undefined; readonly limit?: number | undefined } = {},
): Promise<readonly LedgerAccount[]> {
  const limit = Math.min(Math.max(request.limit ?? DEFAULT_PAGE_SIZE, 1), MAX_PAGE_SIZE);
  return database.any(
    sql.type(LedgerAccount)`select account, currency, debits, credits, balance, entries from read.ledger_accounts
      where account > ${request.after ?? ''} order by account, currency limit ${limit}`,
  );
}

const LedgerEntry = z.object({
  position: z.bigint(),
  line: z.int(),
  account: z.string(),
  currency: Currency,
  /** Minor units: debits positive, credits negative. */
  amount: z.bigint(),
  /** Of the account after this line. */
  balance: z.bigint(),
  eventType: z.string(),
  documentKind: z.enum(['deposit', 'order', 'withdrawal']),
  documentId: z.uuid(),
  time: z.date(),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** Of entries `e` with their accounts `a`. */
const entryColumns = sql.fragment`e.position, e.line, a.account, a.currency, e.amount, e.balance,
  e.event_type as "eventType", e.document_kind as "documentKind", e.document_id as "documentId", e.time`;

/** The statement of one account, newest first before an entry, each line with the balance after it. */
export function accountStatement(
  database: Database,
  request: {
    readonly account: string;
    readonly currency: Currency;
    readonly before?: { readonly position: bigint; readonly line: number } | undefined;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly limit?: number | undefined;
  },
): Promise<readonly LedgerEntry[]> {
  const limit = Math.min(Math.max(request.limit ?? DEFAULT_PAGE_SIZE, 1), MAX_PAGE_SIZE);
  const where = [
    sql.fragment`account_id = (select id from read.ledger_accounts
      where account = ${request.account} and currency = ${request.currency})`,
    ...withinDays(sql.fragment`time`, request.from, request.to),
    ...(request.before
      ? [sql.fragment`(position, line) < (${request.before.position}::int8, ${request.before.line}::int4)`]
      : []),
  ];
  return database.any(
    sql.type(LedgerEntry)`select ${entryColumns} from (
        select * from read.ledger_entries where ${every(where)} order by position desc, line desc limit ${limit}
      ) e join read.ledger_accounts a on a.id = e.account_id order by e.position desc, e.line desc`,
  );
}

/** Every posting line of one deposit, order or withdrawal, oldest first. */
export function listEntriesOfDocument(database: Database, documentId: string): Promise<readonly LedgerEntry[]> {
  return database.any(
    sql.type(LedgerEntry)`select ${entryColumns}
      from read.ledger_entries e join read.ledger_accounts a on a.id = e.account_id
      where e.document_id = ${documentId} order by e.position, e.line`,
  );
}
