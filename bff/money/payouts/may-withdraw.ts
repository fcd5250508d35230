import { z } from 'zod';
import type { PayoutBatch } from '#bff/contract/money/admin-payout-routes.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { conflict } from '#bff/kit/lib/api-error.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { IS_PAID } from '#bff/money/bank/batch-store.ts';
import { ownAccounts } from '#bff/money/bank/own-accounts.ts';
import { openDetails } from '#bff/money/bank/statement-store.ts';
import { zoneOf } from '#core/aggregates/settings/seller.ts';
import { ownAccountOf } from '#core/finance/bank/own-accounts.ts';
import { debtorAccountOf } from '#core/finance/bank/pain001.ts';
import { dayIn } from '#projections/kernel/zones.ts';

type Deps = Pick<BffDeps, 'database' | 'crypto' | 'rules' | 'settings'>;

const utcDayOf = (time: string): string => time.slice(0, 'YYYY-MM-DD'.length);

/** The bank's day is the seller's, or the one of UTC: the earlier and the later of them. */
function bankDaysOf({ settings }: Pick<Deps, 'settings'>, time: string): readonly [first: string, last: string] {
  const [utc, seller] = [utcDayOf(time), dayIn(Date.parse(time), zoneOf(settings.held().values.seller))];
  return utc < seller ? [utc, seller] : [seller, utc];
}

const Covered = z.object({ account: z.string(), isBefore: z.boolean(), isAfter: z.boolean(), hasGap: z.boolean() });

const Sealed = z.object({ sealed: z.instanceof(Buffer) });

/** The account that the file is paid from: it stays, whatever the settings say by now. */
async function accountOf({ database, crypto }: Pick<Deps, 'database' | 'crypto'>, id: string): Promise<string> {
  const { sealed } = await database.one(
    sql.type(Sealed)`select file_sealed as sealed from app.payout_batch where batch_id = ${id}`,
  );
  return debtorAccountOf(crypto.open('payoutBatch', id, sealed).toString('utf8'));
}

/**
 * Requires statements of the file's account, proven by balances, from the bank's day on which it was made to one after it was last fetched,
 * without a gap: until then nobody knows whether the bank has made the transfers.
 * @throws ApiError 409 statement_missing
 */
export async function requireStatementAfter(
  deps: Deps,
  { id, reference, sum, created_at: createdAt, fetched_at: fetchedAt }: PayoutBatch,
): Promise<void> {
  if (fetchedAt === null) return;
  const [madeOn] = bankDaysOf(deps, createdAt);
  const [, fetchedOn] = bankDaysOf(deps, fetchedAt);
  const made = sql.fragment`${madeOn}::date`;
  const fetched = sql.fragment`${fetchedOn}::date`;
  const rows = await deps.database.any(sql.type(Covered)`
    select account, bool_or(first_day <= ${made}) as "isBefore", bool_or(last_day > ${fetched}) as "isAfter",
      bool_or(first_day >= ${made} and (gap is not null or gap_numbers is not null)) as "hasGap"
    from app.bank_statement where closing is not null and balance_currency = ${sum.currency} group by account`);
  const account = await accountOf(deps, id);
  const own = ownAccounts(deps);
  const known = own.some((each) => each.account === account) ? own : [...own, { account, currencies: [sum.currency] }];
  // Formats name one account in several ways.
  const ofPaying = rows.filter((row) => ownAccountOf(row.account, known)?.account === account);
  const is = (what: 'isBefore' | 'isAfter' | 'hasGap') => ofPaying.some((each) => each[what]);
  if (is('isBefore') && is('isAfter') && !is('hasGap')) return;
  throw conflict(
    'statement_missing',
    `${reference} was fetched on ${fetchedOn}, so the bank may have it. Import the statements of ${account} (camt.053 or MT940) from ${madeOn} to a later day than ${fetchedOn} first, without a gap: they show whether it has paid. Nothing was changed.`,
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

/** Requires that something of a file that the bank may have is not paid. @throws ApiError 409 batch_paid */
export function requireSomeLeft({ reference, completed, transfers }: PayoutBatch): void {
  if (completed < transfers) return;
  const message = `All of ${reference} is paid: nothing of it is left to withdraw. Nothing was changed.`;
  throw conflict('batch_paid', message);
}

/**
 * Requires that no line of the bank names one of its transfers that are not booked as paid, because it would be paid twice. It opens only debits
 * of the file's currency from the day before one of them was first owed (west of UTC the bank's day is still that one), page by page.
 * @throws ApiError 409 batch_paid
 */
export async function requireUnpaid(
  { database, crypto }: Pick<Deps, 'crypto'> & { readonly database: Queryable },
  batch: PayoutBatch,
  means: Means,
): Promise<void> {
  const { id, sum, created_at: createdAt } = batch;
  const items = await database.any(sql.type(Item)`
    select end_to_end_id as "endToEndId",
      to_char(coalesce((requested_at at time zone 'UTC')::date, value_date, ${utcDayOf(createdAt)}::date), 'YYYY-MM-DD') as since
    from app.payout_batch_item item left join (select withdrawal_id, requested_at from read.withdrawals) asked using (withdrawal_id)
    left join (select line_id, value_date from app.bank_line) line using (line_id)
    where batch_id = ${id} and not ${IS_PAID}`);
  const since = items.reduce((first, item) => (item.since < first ? item.since : first), utcDayOf(createdAt));
  const wanted = items.map(({ endToEndId }) => ({ endToEndId, pattern: named(endToEndId) }));
  for (let after = ''; ; ) {
    const lines = await database.any(sql.type(Debit)`
      select line_id as id, to_char(value_date, 'YYYY-MM-DD') as day, details_sealed as sealed from app.bank_line
      where value_date >= ${since}::date - 1 and currency = ${sum.currency} and amount < 0 and line_id > ${after}
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
