import { z } from 'zod';
import type { PayoutFile } from '#bff/contract/base/common.ts';
import { minorJson } from '#bff/contract/base/money-json.ts';
import { PayoutBatch } from '#bff/contract/money/admin-payout-routes.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { conflict } from '#bff/kit/lib/api-error.ts';
import type { PageAsked } from '#bff/kit/lib/asked.ts';
import { PROGRAM_NAME } from '#bff/kit/lib/present.ts';
import { withLease } from '#bff/kit/tables/lease.ts';
import { lock } from '#bff/kit/tables/lock.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { rowsOf } from '#bff/kit/tables/table.ts';
import { payoutFileReference } from '#core/finance/bank/payout-file.ts';
import { Currency } from '#core/kernel/money/money.ts';

/** Whether the payment of an `item` of a file is booked as made. */
export const IS_PAID = sql.fragment`(
  exists (select from read.withdrawals paid where paid.withdrawal_id = item.withdrawal_id and paid.status = 'completed')
  or exists (select from read.booked_lines paid where paid.line_id = item.line_id and paid.state = 'returned'))`;

const batches = rowsOf(
  PayoutBatch.omit({ reference: true, sum: true }).extend({ number: z.bigint(), currency: Currency, sum: z.bigint() }),
  sql.fragment`app.payout_batch batch
    left join app.administrator maker on maker.administrator_id = created_by
    left join app.administrator checker on checker.administrator_id = confirmed_by
    left join app.administrator asker on asker.administrator_id = withdraw_first_by
    left join app.administrator undoer on undoer.administrator_id = withdrawn_by`,
  {
    id: sql.fragment`batch_id`,
    kind: sql.fragment`case when exists (select from app.payout_batch_item item where item.batch_id = batch.batch_id and line_id is not null)
      then 'returns' else 'withdrawals' end`,
    completed: sql.fragment`(select count(*)::int from app.payout_batch_item item
      where item.batch_id = batch.batch_id and item.is_open and ${IS_PAID})`,
    created_at: sql.fragment`batch.created_at`,
    created_by: sql.fragment`coalesce(maker.name, ${PROGRAM_NAME})`,
    confirmed_by: sql.fragment`checker.name`,
    withdraw_first_by: sql.fragment`asker.name`,
    withdrawn_by: sql.fragment`undoer.name`,
  },
);

const present = ({ number, currency, sum, ...row }: z.infer<typeof batches.type>): PayoutBatch => ({
  ...row,
  reference: payoutFileReference(number),
  sum: minorJson(sum, currency),
});

/** The newest first; `file`: only that one. */
export async function listBatches(
  database: Queryable,
  { file, ...asked }: PageAsked & { readonly file?: string | undefined },
) {
  const { data, meta } = await batches.page(
    database,
    asked,
    { batchId: file },
    sql.fragment`batch.created_at desc, batch_id`,
  );
  return { data: data.map(present), meta };
}

export async function findBatch(database: Queryable, id: string): Promise<PayoutBatch | null> {
  const row = await batches.find(database, { batchId: id });
  return row && present(row);
}

const BATCHES = 'payout-batches';
/** Files are made and withdrawn one after the other. What they pay is leased before, so that nothing else is decided about it meanwhile. */
export const lockBatches = (transaction: Queryable) => lock(transaction, BATCHES);

const File = z.object({ id: z.uuid(), number: z.bigint(), createdAt: z.date(), fetchedAt: z.date().nullable() });
const FILE = sql.fragment`batch_id as id, number, created_at as "createdAt", fetched_at as "fetchedAt"`;

const Open = File.extend({ withdrawalId: z.uuid() });
export const presentFile = (
  batch: { readonly id: string; readonly number: bigint; readonly createdAt: Date } | undefined,
): PayoutFile | null =>
  batch
    ? { id: batch.id, reference: payoutFileReference(batch.number), created_at: batch.createdAt.toISOString() }
    : null;
/** The file of each of these withdrawals, where it is in one that was not withdrawn. */
export const openBatchesOf = (database: Queryable, withdrawalIds: readonly string[]) =>
  database.any(sql.type(Open)`
    select withdrawal_id as "withdrawalId", ${FILE}
    from app.payout_batch_item join app.payout_batch using (batch_id)
    where is_open and withdrawal_id = any(${sql.array([...withdrawalIds], 'uuid')}) order by number`);

const Paid = z.object({ withdrawalId: z.uuid().nullable(), lineId: z.string().nullable() });
/** What a file pays: the ids of its withdrawals, or of its lines. */
export async function paidBy(database: Queryable, batchId: string): Promise<readonly z.infer<typeof Paid>[]> {
  return database.any(sql.type(Paid)`select withdrawal_id as "withdrawalId", line_id as "lineId"
    from app.payout_batch_item where batch_id = ${batchId}`);
}

const OpenLine = File.extend({ lineId: z.string() });
/** The same for lines in suspense. */
export const openBatchesOfLines = (database: Queryable, lineIds: readonly string[]) =>
  database.any(sql.type(OpenLine)`
    select line_id as "lineId", ${FILE}
    from app.payout_batch_item join app.payout_batch using (batch_id)
    where is_open and line_id = any(${sql.array([...lineIds], 'text')}) order by number`);

/** The refusal for a document in a file that the bank may have. */
export const inFile = (number: bigint) => {
  const reference = payoutFileReference(number);
  return conflict(
    'in_payout_file',
    `It is in the file ${reference}, which the bank may have. If the bank has refused it, or has not had the file, withdraw ${reference} first: of a file that is paid in part, what is left is withdrawn. Nothing was changed.`,
  );
};

/**
 * Requires of what was paid that its file, where it is in one, was fetched: otherwise it was paid elsewhere, and the bank would pay it again
 * by the file. @throws ApiError 409 in_payout_file
 */
export function requireFetched(file: Pick<z.infer<typeof File>, 'number' | 'fetchedAt'> | undefined): void {
  if (!file || file.fetchedAt !== null) return;
  const reference = payoutFileReference(file.number);
  throw conflict(
    'in_payout_file',
    `It is in the file ${reference}, which nobody has fetched yet, so the bank cannot have paid it by that. If it was paid otherwise, withdraw ${reference} first. Nothing was changed.`,
  );
}

/** The name of a withdrawal while somebody decides about it. */
export const leaseOfWithdrawal = (withdrawalId: string): string => `withdrawal:${withdrawalId}`;

/** Rejects a withdrawal while it is in no file that the bank may have, and no file is being made of it. @throws ApiError 409, 503 */
export const whileInNoBatch = <T>(
  database: BffDeps['database'],
  withdrawalId: string,
  work: () => Promise<T>,
): Promise<T> =>
  withLease(database, [leaseOfWithdrawal(withdrawalId)], async (requireTime) => {
    const [batch] = await openBatchesOf(database, [withdrawalId]);
    if (batch) throw inFile(batch.number);
    requireTime();
    return work();
  });

/**
 * Completes a withdrawal while no file is being made of it. What is in a file was counted, and judged together with the others, when the file
 * was made. @throws ApiError 409 in_payout_file where the bank cannot have its file; 503
 */
export const whilePaid = <T>(
  database: BffDeps['database'],
  withdrawalId: string,
  work: (isInFile: boolean) => Promise<T>,
): Promise<T> =>
  withLease(database, [leaseOfWithdrawal(withdrawalId)], async (requireTime) => {
    const [file] = await openBatchesOf(database, [withdrawalId]);
    requireFetched(file);
    requireTime();
    return work(file !== undefined);
  });
