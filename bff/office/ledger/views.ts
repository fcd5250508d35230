import type { AsOfQuery } from '#bff/contract/base/as-of.ts';
import { minorJson } from '#bff/contract/base/money-json.ts';
import type { StatementAnswer, StatementQuery, TrialBalanceAnswer } from '#bff/contract/office/admin-ledger.ts';
import { titleOfType } from '#bff/identity/audit/sentences.ts';
import { notFound } from '#bff/kit/lib/api-error.ts';
import type { Database } from '#projections/kernel/sql.ts';
import { trialBalance } from '#projections/models/general-ledger.ts';
import { accountStatement, findLedgerAccount } from '#projections/models/ledger-account.ts';

export async function showTrialBalance(database: Database, asOf: AsOfQuery): Promise<TrialBalanceAnswer> {
  const { lines, totals, isBalanced } = await trialBalance(database, asOf);
  return {
    data: {
      lines: lines.map((line) => ({
        class: line.class,
        currency: line.currency,
        debits: minorJson(line.debits, line.currency),
        credits: minorJson(line.credits, line.currency),
        balance: minorJson(line.debits - line.credits, line.currency),
        entries: Number(line.entries),
      })),
      totals: totals.map(({ currency, debits, credits }) => ({
        currency,
        debits: minorJson(debits, currency),
        credits: minorJson(credits, currency),
      })),
      is_balanced: isBalanced,
    },
  };
}

type Sums = { readonly debits: bigint; readonly credits: bigint; readonly balance: bigint };
const NOTHING: Sums = { debits: 0n, credits: 0n, balance: 0n };
const MS_PER_DAY = 24 * 60 * 60 * 1000;
const dayBefore = (day: string): string =>
  new Date(Date.parse(day) - MS_PER_DAY).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The lines of an account, paged by position, so that a page costs the same at any depth. */
export async function showStatement(database: Database, query: StatementQuery): Promise<StatementAnswer> {
  const { at, by, start_date: start, end_date: end } = query;
  const sums = async (day: string | undefined): Promise<Sums> => {
    const accounts = await findLedgerAccount(database, query.account, { at: day, by });
    return accounts.find(({ currency }) => currency === query.currency) ?? NOTHING;
  };
  const last = at !== undefined && (end === undefined || at < end) ? at : end;
  const [accounts, until, before, rows] = await Promise.all([
    findLedgerAccount(database, query.account, query),
    sums(last),
    start === undefined ? NOTHING : sums(dayBefore(start)),
    accountStatement(database, {
      account: query.account,
      currency: query.currency,
      before: query.before === undefined ? undefined : placeOf(query.before),
      from: query.start_date,
      to: query.end_date,
      at: query.at,
      by: query.by,
      limit: query.per_page,
    }),
  ]);
  const account = accounts.find(({ currency }) => currency === query.currency);
  if (!account)
    throw notFound(
      query.at === undefined
        ? 'Nothing was ever posted to this account.'
        : 'Nothing was posted to this account by then.',
    );
  const oldest = rows.at(-1);
  const money = (amount: bigint) => minorJson(amount, query.currency);
  return {
    data: {
      account: account.account,
      currency: account.currency,
      opening: money(before.balance),
      debits: money(until.debits - before.debits),
      credits: money(until.credits - before.credits),
      balance: money(until.balance),
      entries: rows.map((row) => ({
        position: row.position.toString(),
        event_type: row.eventType,
        title: titleOfType(row.eventType),
        occurred_at: row.time.toISOString(),
        value_date: row.valueDate,
        amount: money(row.amount),
        balance: money(row.balance),
        document: { kind: row.documentKind, id: row.documentId, number: row.documentNumber },
      })),
    },
    meta: { next: oldest && rows.length === query.per_page ? `${oldest.position}:${oldest.line}` : null },
  };
}

function placeOf(before: string): { position: bigint; line: number } {
  const [position = '0', line = '0'] = before.split(':');
  return { position: BigInt(position), line: Number(line) };
}
