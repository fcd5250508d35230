import { type Recording, recordedTransaction } from '#bff/identity/audit/keep-record.ts';
import { amongColleagues } from '#bff/kit/approvals/approver.ts';
import {
  endProposal,
  findOpenProposal,
  insertProposal,
  lockProposal,
  stateOf,
} from '#bff/kit/approvals/proposal-store.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import { requirePermission } from '#bff/kit/http/authorize.ts';
import { conflict, found } from '#bff/kit/lib/api-error.ts';
import type { Queryable } from '#bff/kit/tables/sql.ts';
import { decideProposal } from '#core/aggregates/admin/proposals.ts';
import { type ChangeRow, lockChange, setStatus } from './change-store.ts';
import { canApply } from './present.ts';
import { type ChangeWay, type Held, recordStep } from './way.ts';

const KIND = 'catalogue';

/** After these a repetition changes nothing. */
const WORDS = {
  waiting: 'waits for a second administrator',
  planned: 'is planned',
  applying: 'is being applied',
  applied: 'was applied already',
  refused: 'was refused',
  withdrawn: 'was withdrawn',
  lapsed: 'ended',
} as const;

type Shown = Pick<ChangeRow, 'id' | 'digest'>;

/**
 * Applies a change as it was shown, plans it for its day, or, where a row takes two, proposes it to a second administrator. A repetition
 * changes nothing. @throws ApiError 404, 409
 */
export async function applyChange<Found>(
  deps: BffDeps,
  way: ChangeWay<Found>,
  actor: AdministratorActor,
  { id, digest }: Shown,
): Promise<string> {
  const steps = await way.prepare(deps, actor);
  const done = await recordedTransaction(deps, actor, async (transaction, record) => {
    const change = await lockOf(way, transaction, id);
    requireSeen(change, digest);
    if (change.createdBy !== actor.administratorId) {
      throw conflict(
        'not_yours',
        `${change.createdByName} looked at this, and applies it. Look at it yourself to apply it.`,
      );
    }
    if (change.status !== 'shown') {
      if (change.status === 'refused' || change.status === 'withdrawn' || change.status === 'lapsed')
        throw over(change);
      return { change, message: `This ${WORDS[change.status]}` };
    }
    if (!canApply(change)) {
      throw conflict(
        'not_applicable',
        'There is nothing to apply, or a row is wrong. Correct the file, and look at it again.',
      );
    }
    requireFuture(deps, change);
    const held = await steps.hold(transaction, change);
    const far = await steps.judge(transaction, change, held);
    if (far.length > 0) {
      await insertProposal(transaction, {
        kind: KIND,
        subjectId: id,
        proposedBy: actor.administratorId,
        proposedAt: deps.clock(),
        dueAt: null,
        change: { digest },
      });
      await setStatus(transaction, id, { status: 'waiting' });
      await recordStep(record, 'catalogue-change-proposed', change, { far: String(far.length) });
      return { change, far: far.length, message: `Saved. It waits for a second administrator, ${way.why}` };
    }
    return { change, message: await finish(deps, steps, transaction, record, change, held) };
  });
  if ('far' in done && done.far) await way.announce(deps, actor, done.change, done.far);
  return done.message;
}

/** A second administrator confirms the change that waits and was shown. @throws ApiError 404, 409; DomainError invalid_state */
export async function confirmChange<Found>(
  deps: BffDeps,
  way: ChangeWay<Found>,
  actor: AdministratorActor,
  { id, digest }: Shown,
): Promise<string> {
  const steps = await way.prepare(deps, actor);
  return recordedTransaction(deps, actor, async (transaction, record) => {
    const change = await lockOf(way, transaction, id);
    requireSeen(change, digest);
    if (change.confirmedBy === actor.administratorId) return 'You confirmed this already';
    await decideWaiting(deps, way, transaction, actor, change, 'Confirm');
    await setStatus(transaction, id, { status: 'waiting', confirmedBy: actor.administratorId });
    await recordStep(record, 'catalogue-change-confirmed', change);
    const confirmed = { ...change, confirmedBy: actor.administratorId };
    return finish(deps, steps, transaction, record, confirmed, await steps.hold(transaction, confirmed));
  });
}

/** Refuses the change that waits, or takes the own one back. @throws ApiError 403, 404, 409 */
export const refuseChange = <Found>(
  deps: BffDeps,
  way: ChangeWay<Found>,
  actor: AdministratorActor,
  id: string,
): Promise<string> =>
  recordedTransaction(deps, actor, async (transaction, record) => {
    const change = await lockOf(way, transaction, id);
    const isOwn = change.createdBy === actor.administratorId;
    if (!isOwn) requirePermission(actor, way.confirms);
    const status = isOwn ? 'withdrawn' : 'refused';
    if (change.status === status) return 'It was refused already';
    await decideWaiting(deps, way, transaction, actor, change, 'Refuse');
    await setStatus(transaction, id, { status, endedAt: deps.clock() });
    await recordStep(record, isOwn ? 'catalogue-change-taken-back' : 'catalogue-change-refused', change);
    return isOwn
      ? 'The change was taken back. Nothing of it was applied'
      : 'The change was refused. Nothing of it was applied';
  });

/** Withdraws a change before its day. @throws ApiError 404, 409 */
export const withdrawChange = <Found>(
  deps: BffDeps,
  way: ChangeWay<Found>,
  actor: AdministratorActor,
  id: string,
): Promise<string> =>
  recordedTransaction(deps, actor, async (transaction, record) => {
    const change = await lockOf(way, transaction, id);
    if (change.status === 'withdrawn') return 'It was withdrawn already';
    if (change.status !== 'planned') throw over(change);
    await setStatus(transaction, id, { status: 'withdrawn', endedAt: deps.clock() });
    await way.drop(transaction, change);
    await recordStep(record, 'catalogue-change-withdrawn', change);
    return `The change was withdrawn. ${way.noun} stay as they are`;
  });

const lockOf = async ({ has }: Pick<ChangeWay, 'has'>, transaction: Queryable, id: string): Promise<ChangeRow> => {
  const change = await lockChange(transaction, id);
  return found(change && has(change.kind) ? change : null, 'There is no such change any more.');
};

/** Ends the proposal of a change that waits. */
async function decideWaiting(
  deps: BffDeps,
  { writes }: Pick<ChangeWay, 'writes'>,
  transaction: Queryable,
  actor: AdministratorActor,
  change: ChangeRow,
  type: 'Confirm' | 'Refuse',
): Promise<void> {
  const open = change.status === 'waiting' ? await findOpenProposal(transaction, KIND, change.id) : null;
  if (!open) throw over(change);
  const proposal = found(await lockProposal(transaction, KIND, open.proposalId));
  const by = await amongColleagues({ ...deps, database: transaction }, actor, writes);
  const ended = decideProposal({ type, by }, stateOf(proposal, null));
  if (ended === null) throw over(change);
  await endProposal(transaction, proposal.proposalId, { ended, by: actor.administratorId, at: deps.clock() });
}

/** Plans the change for its day, or applies it. */
async function finish<Found>(
  deps: BffDeps,
  steps: Awaited<ReturnType<ChangeWay<Found>['prepare']>>,
  transaction: Queryable,
  record: Recording,
  change: ChangeRow,
  held: Held<Found>,
): Promise<string> {
  if (!change.dueAt || change.dueAt <= deps.clock()) return steps.carryOut(transaction, record, change, held);
  await setStatus(transaction, change.id, { status: 'planned' });
  await recordStep(record, 'catalogue-change-planned', change, { due_at: change.dueAt.toISOString() });
  return 'The change is planned. It can be withdrawn until its day';
}

const requireSeen = (change: ChangeRow, digest: string): void => {
  if (change.digest !== digest) {
    throw conflict(
      'changed_elsewhere',
      'This is not the change that you looked at. Look at it again. Nothing was changed.',
    );
  }
};

const requireFuture = ({ clock }: BffDeps, { dueAt }: ChangeRow): void => {
  if (dueAt && dueAt <= clock()) {
    throw conflict('day_over', 'The day of this change has begun. Choose another day. Nothing was changed.');
  }
};

const over = ({ status }: ChangeRow) =>
  conflict('invalid_state', `This ${status === 'shown' ? 'was only looked at' : WORDS[status]}. Nothing was changed.`);
