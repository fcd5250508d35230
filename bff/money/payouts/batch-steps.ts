import { z } from 'zod';
import type { PayoutBatch } from '#bff/contract/money/admin-payout-routes.ts';
import type { RecordingCall } from '#bff/identity/audit/record-action.ts';
import { countOfDay, worthForLimit } from '#bff/kit/approvals/approve.ts';
import { amongColleagues } from '#bff/kit/approvals/approver.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { requireStepUp } from '#bff/kit/http/authorize.ts';
import { conflict } from '#bff/kit/lib/api-error.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { IS_PAID } from '#bff/money/bank/batch-store.ts';
import type { AdminAction } from '#core/aggregates/admin/events.ts';
import { money } from '#core/kernel/money/money.ts';
import { requireSomeLeft, requireStatementAfter, requireUnpaid } from './may-withdraw.ts';
import { requireNoneStopped } from './stopped.ts';

/** One step of a file, alone. What it did is recorded in the same transaction; null: nothing. */
export type Step = (
  id: string,
  work: (transaction: Queryable, batch: PayoutBatch) => Promise<AdminAction | null>,
) => Promise<void>;
/** The caller, and the ids of their request. */
export type StepCall = Pick<RecordingCall, 'actor' | 'newId'>;

/** The permission to make files of a kind is needed for the later steps, too. */
export const MAKING = { withdrawals: 'withdrawals:decide', returns: 'bank:return' } as const;

const People = z.object({ madeBy: z.string(), withdrawFirstBy: z.string().nullable() });
const peopleOf = (database: Queryable, id: string) =>
  database.one(sql.type(People)`select created_by::text as "madeBy", withdraw_first_by::text as "withdrawFirstBy"
    from app.payout_batch where batch_id = ${id}`);

export const facts = ({ reference, transfers }: PayoutBatch) => ({ number: reference, transfers: String(transfers) });

/** The second yes to a file whose sum is more than its maker decides alone. @throws ApiError 409 */
export async function confirmBatch(deps: BffDeps, call: StepCall, { id, sum }: PayoutBatch, step: Step): Promise<void> {
  const { actor } = call;
  const worth = await worthForLimit(deps, actor, [money(BigInt(sum.amount), sum.currency)]);
  await step(id, async (transaction, batch) => {
    if (!batch.awaits_second) return null;
    requireOpen(batch);
    await requireNoneStopped(transaction, batch);
    const { madeBy } = await peopleOf(transaction, id);
    if (madeBy === actor.administratorId) {
      const message = `You have made ${batch.reference}: another administrator has to confirm it. Nothing was changed.`;
      throw conflict('second_administrator', message);
    }
    if (await isLapsed(deps, transaction, call, batch, madeBy)) {
      const message = `Who made ${batch.reference} may not decide about it any more: withdraw it, and make another file. Nothing was changed.`;
      throw conflict('second_administrator', message);
    }
    const counted = [{ requestId: call.newId('approval-of-day'), subject: `payout-batch:${id}` }];
    await countOfDay(deps, transaction, actor, counted, worth);
    await transaction.query(sql.void`update app.payout_batch set awaits_second = false,
      confirmed_by = ${actor.administratorId}, confirmed_at = ${sql.timestamp(deps.clock())} where batch_id = ${id}`);
    return 'payouts-confirmed';
  });
}

/**
 * Whether the first of two may not decide about such a file any more.
 * @throws ApiError 409 where the first one and the caller brought one another in a short time ago: they are not two people yet
 */
async function isLapsed(
  { rules, clock }: BffDeps,
  database: Queryable,
  { actor }: StepCall,
  { kind }: PayoutBatch,
  first: string,
): Promise<boolean> {
  const { lapsed = [], tied = [] } = await amongColleagues({ database, rules, clock }, actor, MAKING[kind]);
  if (!tied.includes(first)) return lapsed.includes(first);
  const message =
    'You and the first administrator brought one another in a short time ago or share a mailbox, so another administrator has to confirm this. Nothing was changed.';
  throw conflict('second_administrator', message);
}

/** @throws ApiError 409 for a file that waits for its second administrator, or was withdrawn */
export function requireFetchable(batch: PayoutBatch): void {
  requireOpen(batch);
  if (!batch.awaits_second) return;
  const message = `The sum of ${batch.reference} is more than one administrator decides alone: a second one has to confirm it first.`;
  throw conflict('second_administrator', message);
}

function requireOpen({ reference, withdrawn_at }: PayoutBatch): void {
  if (withdrawn_at === null) return;
  throw conflict(
    'batch_withdrawn',
    `${reference} was withdrawn: its payments may be in another file. It is not given out.`,
  );
}

/**
 * Takes a file back, so that its payments may go into another one, be rejected, or be completed as they were paid otherwise. Once it was fetched,
 * the bank may have it: then two administrators do, each confirmed, with a statement of the bank of a later day, and what is booked as paid stays
 * of it. The first call asks, the second one withdraws.
 * @throws ApiError 409; 403 step_up_required
 */
export async function withdrawBatch(deps: BffDeps, call: StepCall, before: PayoutBatch, step: Step): Promise<void> {
  if (before.withdrawn_at !== null) return;
  const { id, fetched_at: fetchedAt } = before;
  if (fetchedAt !== null) requireStepUp(call.actor);
  await requireStatementAfter(deps, before);
  // A file that nobody has fetched was paid by nobody.
  const requireAsLooked = await lookedForPaid(deps, before, toBook, fetchedAt !== null);
  await step(id, async (transaction, batch) => {
    if (batch.withdrawn_at !== null) return null;
    if (fetchedAt !== null) requireSomeLeft(batch);
    await requireAsLooked(transaction, batch);
    if (fetchedAt !== null && (await isFirst(deps, transaction, call, batch))) return 'payouts-withdrawal-asked';
    await withdraw(deps, transaction, call, batch);
    return 'payouts-withdrawn';
  });
}

const toBook = ({ reference }: PayoutBatch): string => `book it first, then withdraw what is left of ${reference}`;

const Imported = z.object({ state: z.string() });
/** Another one after each import, also one that began before the newest. */
const importedNow = (database: Queryable): Promise<string> =>
  database.oneFirst(
    sql.type(Imported)`select concat(count(*), ' ', max(imported_at)) as state from app.bank_statement`,
  );

/** The long look for what the bank has paid already, before the lock; the check that it returns, within the lock, that nothing was imported since. */
export async function lookedForPaid(
  deps: BffDeps,
  before: PayoutBatch,
  means: (batch: PayoutBatch) => string,
  looks = true,
): Promise<(transaction: Queryable, batch: PayoutBatch) => Promise<void>> {
  const seen = await importedNow(deps.database);
  if (looks) await requireUnpaid(deps, before, means);
  return async (transaction, { reference, fetched_at: fetchedAt }) => {
    if (fetchedAt === before.fetched_at && (await importedNow(transaction)) === seen) return;
    const message = `${reference} was fetched, or a statement imported, at the same moment. Please look again. Nothing was changed.`;
    throw conflict('changed_elsewhere', message);
  };
}

/** Stores the first of two, and whether this was it. @throws ApiError 409 for the same one again */
async function isFirst(deps: BffDeps, transaction: Queryable, call: StepCall, batch: PayoutBatch): Promise<boolean> {
  const { actor } = call;
  const { id, reference } = batch;
  const { withdrawFirstBy } = await peopleOf(transaction, id);
  if (withdrawFirstBy === actor.administratorId) {
    const message = `You have asked for it already. A second administrator has to withdraw ${reference}, because the bank may have had it. Nothing was changed.`;
    throw conflict('second_administrator', message);
  }
  if (withdrawFirstBy !== null && !(await isLapsed(deps, transaction, call, batch, withdrawFirstBy))) return false;
  await transaction.query(sql.void`update app.payout_batch set withdraw_first_by = ${actor.administratorId},
    withdraw_first_at = ${sql.timestamp(deps.clock())} where batch_id = ${id}`);
  return true;
}

async function withdraw(
  { clock }: BffDeps,
  transaction: Queryable,
  call: StepCall,
  { id, fetched_at: fetchedAt }: PayoutBatch,
): Promise<void> {
  await transaction.query(sql.void`update app.payout_batch
    set withdrawn_by = ${call.actor.administratorId}, withdrawn_at = ${sql.timestamp(clock())} where batch_id = ${id}`);
  // Without a fetch it has paid nothing.
  await transaction.query(sql.void`update app.payout_batch_item item set is_open = false
    where batch_id = ${id} and (${fetchedAt === null} or not ${IS_PAID})`);
}
