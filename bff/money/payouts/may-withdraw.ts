import { z } from 'zod';
import type { PayoutBatch } from '#bff/contract/money/admin-payout-routes.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { conflict } from '#bff/kit/lib/api-error.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { ownAccounts, payingAccount } from '#bff/money/bank/own-accounts.ts';
import { openDetails } from '#bff/money/bank/statement-store.ts';
import { ownAccountOf } from '#core/finance/bank/own-accounts.ts';

type Deps = Pick<BffDeps, 'database' | 'crypto' | 'rules' | 'settings'>;

const dayOf = (time: string): string => time.slice(0, 'YYYY-MM-DD'.length);

const Covered = z.object({ account: z.string(), isBefore: z.boolean(), isAfter: z.boolean(), hasGap: z.boolean() });

/**
 * Requires statements of the paying account, proven by balances, from the day on which the file was fetched to a later one, without a gap:
 * until then nobody knows whether the bank has made the transfers.
 * @throws ApiError 409 statement_missing
 */
export async function requireStatementAfter(
  { database, rules, settings }: Pick<Deps, 'database' | 'rules' | 'settings'>,
  { reference, sum, fetched_at: fetchedAt }: PayoutBatch,
): Promise<void> {
  if (fetchedAt === null) return;
  const fetched = sql.fragment`${dayOf(fetchedAt)}::date`;
  const rows = await database.any(sql.type(Covered)`
    select account, bool_or(first_day <= ${fetched}) as "isBefore", bool_or(last_day > ${fetched}) as "isAfter",
      bool_or(first_day > ${fetched} and (gap is not null or gap_numbers is not null)) as "hasGap"
    from app.bank_statement where closing is not null and balance_currency = ${sum.currency} group by account`);
  const own = ownAccounts({ rules, settings });
  const paying = payingAccount({ rules, settings }, sum.currency)?.account;
  // Formats name one account in several ways.
  const ofPaying = rows.filter(({ account }) => ownAccountOf(account, own)?.account === paying);
  const is = (what: 'isBefore' | 'isAfter' | 'hasGap') => ofPaying.some((each) => each[what]);
  if (is('isBefore') && is('isAfter') && !is('hasGap')) return;
  throw conflict(
    'statement_missing',
    `${reference} was fetched on ${dayOf(fetchedAt)}, so the bank may have it. Import its statements (camt.053 or MT940) from that day to a later day first, without a gap: they show whether it has paid. Nothing was changed.`,
  );
}

const Item = z.object({ endToEndId: z.string(), since: z.iso.date() });
const Debit = z.object({ id: z.string(), day: z.iso.date(), sealed: z.instanceof(Buffer) });
/** Lines that are opened at a time. */
const PAGE = 500;

/** `WDR-000002` in any spelling of a bank; WDR-0000021 is another one. */
const named = (endToEndId: string): RegExp =>
  new RegExp(
    `${endToEndId
      .toUpperCase()
      .match(/[A-Z0-9]/g)
      ?.join('[^A-Z0-9]*')}(?![0-9])`,
  );

/** What a transfer that was made already means for its file, as the end of a sentence. */
type Means = (batch: PayoutBatch) => string;

/** @throws ApiError 409 batch_paid */
export function requireNoneCompleted(batch: PayoutBatch, means: Means): void {
  if (batch.completed === 0) return;
  const message = `${batch.completed} of its transfers are completed: ${means(batch)}. Nothing was changed.`;
  throw conflict('batch_paid', message);
}

/**
 * Requires that no line of the bank names one of its transfers, because it would be paid twice. It opens only debits of the file's currency
 * from the day on which one of them was first owed, page by page. @throws ApiError 409 batch_paid
 */
export async function requireUnpaid(
  { database, crypto }: Pick<Deps, 'crypto'> & { readonly database: Queryable },
  batch: PayoutBatch,
  means: Means,
): Promise<void> {
  const { id, sum, created_at: createdAt } = batch;
  const items = await database.any(sql.type(Item)`
    select end_to_end_id as "endToEndId",
      to_char(coalesce((requested_at at time zone 'UTC')::date, value_date, ${dayOf(createdAt)}::date), 'YYYY-MM-DD') as since
    from app.payout_batch_item left join (select withdrawal_id, requested_at from read.withdrawals) asked using (withdrawal_id)
    left join (select line_id, value_date from app.bank_line) line using (line_id) where batch_id = ${id}`);
  const since = items.reduce((first, item) => (item.since < first ? item.since : first), dayOf(createdAt));
  const wanted = items.map(({ endToEndId }) => ({ endToEndId, pattern: named(endToEndId) }));
  for (let after = ''; ; ) {
    const lines = await database.any(sql.type(Debit)`
      select line_id as id, to_char(value_date, 'YYYY-MM-DD') as day, details_sealed as sealed from app.bank_line
      where value_date >= ${since}::date and currency = ${sum.currency} and amount < 0 and line_id > ${after}
      order by line_id limit ${PAGE}`);
    for (const line of lines) {
      const { reference: said, text } = openDetails(crypto, line);
      const paid = wanted.find(({ pattern }) => [said, text].some((each) => pattern.test(each.toUpperCase())));
      if (!paid) continue;
      const message = `A statement of the bank shows ${paid.endToEndId} as paid on ${line.day}: ${means(batch)}. Nothing was changed.`;
      throw conflict('batch_paid', message);
    }
    const last = lines.at(-1);
    if (!last || lines.length < PAGE) return;
    after = last.id;
  }
}
