import { type Recording, recordedTransaction } from '#bff/identity/audit/keep-record.ts';
import { amongColleagues, ratesToJudgeBy } from '#bff/kit/approvals/approver.ts';
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
import { farFrom, pricesOf } from '#bff/shop/products/price-rule.ts';
import type { OfficeProduct } from '#bff/shop/products/product-store.ts';
import type { AdminAction } from '#core/aggregates/admin/events.ts';
import { decideProposal } from '#core/aggregates/admin/proposals.ts';
import { money } from '#core/kernel/money/money.ts';
import type { Rates } from '#core/kernel/money/rates.ts';
import { announceChange } from './announce.ts';
import { type ChangeRow, changes, type LineRow, linesToApply, lockChange, markFar } from './change-store.ts';
import { PriceTarget, ProductTarget } from './line.ts';
import { canApply } from './present.ts';
import { lockProducts, requireAsShown, writeLines } from './write-lines.ts';

const KIND = 'catalogue';

const NONE: ReadonlyMap<string, OfficeProduct> = new Map();
/** After these a repetition changes nothing. */
const WORDS = {
  waiting: 'waits for a second administrator',
  planned: 'is planned',
  applied: 'was applied already',
  refused: 'was refused',
  withdrawn: 'was withdrawn',
  lapsed: 'ended',
} as const;

/** Those lines whose new price is far from the last ones: they take a second administrator. */
export function farLines(
  lines: readonly LineRow[],
  prices: Awaited<ReturnType<typeof pricesOf>>,
  rates: readonly Rates[],
  rules: ReturnType<BffDeps['rules']>,
): number[] {
  return lines.flatMap(({ line, subject, target }) => {
    const wanted = ProductTarget.or(PriceTarget).parse(target);
    const known = prices.get(subject) ?? [];
    const price = money(BigInt(wanted.priceMinor), wanted.currency);
    const [current] = known;
    const isSame = current?.amount === price.amount && current.currency === price.currency;
    return !isSame && farFrom(known, price, rates, rules) ? [line] : [];
  });
}

/** Marks the rows whose prices are far from the last ones, and returns them. */
export async function judge(
  deps: Pick<BffDeps, 'clock' | 'rules'>,
  transaction: Queryable,
  { id, kind }: Pick<ChangeRow, 'id' | 'kind'>,
  lines: readonly LineRow[],
  rates: readonly Rates[],
): Promise<readonly number[]> {
  if (kind === 'brands') return [];
  const prices = await pricesOf(
    deps,
    transaction,
    lines.map(({ subject }) => subject),
  );
  const far = farLines(lines, prices, rates, deps.rules());
  await markFar(transaction, id, far);
  return far;
}

/** What the change is about, locked and as it was shown. */
async function lockAll(transaction: Queryable, change: ChangeRow) {
  const lines = await linesToApply(transaction, change.id);
  const products = change.kind === 'brands' ? NONE : await lockProducts(transaction, lines);
  await requireAsShown(transaction, change, lines, products);
  return { lines, products };
}

/**
 * Applies a change as it was shown, plans it for its day, or, with a price far from the last ones, proposes it to a second administrator.
 * A repetition changes nothing. @throws ApiError 404, 409
 */
export async function applyChange(
  deps: BffDeps,
  actor: AdministratorActor,
  id: string,
  digest: string,
): Promise<string> {
  const rates = await ratesToJudgeBy(deps, actor);
  const done = await recordedTransaction(deps, actor, async (transaction, record) => {
    const change = found(await lockChange(transaction, id), 'There is no such change any more.');
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
    const { lines, products } = await lockAll(transaction, change);
    const far = await judge(deps, transaction, change, lines, rates);
    if (far.length > 0) {
      await insertProposal(transaction, {
        ...{ kind: KIND, subjectId: id, proposedBy: actor.administratorId, proposedAt: deps.clock(), dueAt: null },
        change: { digest },
      });
      await setStatus(transaction, id, { status: 'waiting' });
      await recordStep(record, 'catalogue-change-proposed', change, { far: String(far.length) });
      return {
        change,
        far: far.length,
        message: 'Saved. It waits for a second administrator, because of prices far from the last ones',
      };
    }
    return { change, message: await finish(deps, transaction, record, change, { lines, products }) };
  });
  if ('far' in done && done.far) await announceChange(deps, actor, done.change, done.far);
  return done.message;
}

/** A second administrator confirms the change that waits and was shown. @throws ApiError 404, 409; DomainError invalid_state */
export const confirmChange = (deps: BffDeps, actor: AdministratorActor, id: string, digest: string): Promise<string> =>
  recordedTransaction(deps, actor, async (transaction, record) => {
    const change = found(await lockChange(transaction, id), 'There is no such change.');
    requireSeen(change, digest);
    if (change.confirmedBy === actor.administratorId) return 'You confirmed this already';
    await decideWaiting(deps, transaction, actor, change, 'Confirm');
    await setStatus(transaction, id, { status: 'waiting', confirmedBy: actor.administratorId });
    await recordStep(record, 'catalogue-change-confirmed', change);
    return finish(deps, transaction, record, change, await lockAll(transaction, change));
  });

/** Refuses the change that waits, or takes the own one back. @throws ApiError 403, 404, 409 */
export const refuseChange = (deps: BffDeps, actor: AdministratorActor, id: string): Promise<string> =>
  recordedTransaction(deps, actor, async (transaction, record) => {
    const change = found(await lockChange(transaction, id), 'There is no such change.');
    const isOwn = change.createdBy === actor.administratorId;
    if (!isOwn) requirePermission(actor, 'prices:confirm');
    const status = isOwn ? 'withdrawn' : 'refused';
    if (change.status === status) return 'It was refused already';
    await decideWaiting(deps, transaction, actor, change, 'Refuse');
    await setStatus(transaction, id, { status, endedAt: deps.clock() });
    await recordStep(record, isOwn ? 'catalogue-change-taken-back' : 'catalogue-change-refused', change);
    return isOwn
      ? 'The change was taken back. Nothing of it was applied'
      : 'The change was refused. Nothing of it was applied';
  });

/** Withdraws a change before its day. @throws ApiError 404, 409 */
export const withdrawChange = (deps: BffDeps, actor: AdministratorActor, id: string): Promise<string> =>
  recordedTransaction(deps, actor, async (transaction, record) => {
    const change = found(await lockChange(transaction, id), 'There is no such change.');
    if (change.status === 'withdrawn') return 'It was withdrawn already';
    if (change.status !== 'planned') throw over(change);
    await setStatus(transaction, id, { status: 'withdrawn', endedAt: deps.clock() });
    await recordStep(record, 'catalogue-change-withdrawn', change);
    return 'The change was withdrawn. Prices stay as they are';
  });

/** Ends the proposal of a change that waits. */
async function decideWaiting(
  deps: BffDeps,
  transaction: Queryable,
  actor: AdministratorActor,
  change: ChangeRow,
  type: 'Confirm' | 'Refuse',
): Promise<void> {
  const open = change.status === 'waiting' ? await findOpenProposal(transaction, KIND, change.id) : null;
  if (!open) throw over(change);
  const proposal = found(await lockProposal(transaction, KIND, open.proposalId));
  const by = await amongColleagues({ ...deps, database: transaction }, actor, 'catalogue:write');
  const ended = decideProposal({ type, by }, stateOf(proposal, null));
  if (ended === null) throw over(change);
  await endProposal(transaction, proposal.proposalId, { ended, by: actor.administratorId, at: deps.clock() });
}

/** Plans the change for its day, or applies it. */
async function finish(
  deps: BffDeps,
  transaction: Queryable,
  record: Recording,
  change: ChangeRow,
  { lines, products }: Awaited<ReturnType<typeof lockAll>>,
): Promise<string> {
  if (change.dueAt && change.dueAt > deps.clock()) {
    await setStatus(transaction, change.id, { status: 'planned' });
    await recordStep(record, 'catalogue-change-planned', change, { due_at: change.dueAt.toISOString() });
    return 'The change is planned. It can be withdrawn until its day';
  }
  await writeLines(deps, transaction, change, lines, products);
  await setStatus(transaction, change.id, { status: 'applied', endedAt: deps.clock(), applied: lines.length });
  await recordStep(record, 'catalogue-changed', change, appliedFacts(lines, 0));
  return `Applied: ${change.counts.new} new, ${change.counts.changed} changed`;
}

export const appliedFacts = (lines: readonly LineRow[], refused: number) => ({
  new: String(lines.filter(({ state }) => state === 'new').length),
  changed: String(lines.filter(({ state }) => state === 'changed').length),
  refused: String(refused),
});

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

export const setStatus = (
  transaction: Queryable,
  id: string,
  values: Partial<Pick<ChangeRow, 'status' | 'confirmedBy' | 'endedAt' | 'applied'>>,
) => changes.update(transaction, { id }, values);

/** The digest in the log proves every row that is kept beside it. */
export const changeFacts = ({ title, kind, digest, fileSha256 }: ChangeRow) => ({
  ...{ title, kind, digest },
  ...(fileSha256 !== null && { file_sha256: fileSha256 }),
});

const recordStep = (record: Recording, action: AdminAction, change: ChangeRow, facts: Record<string, string> = {}) =>
  record(action, ['catalogue-change', change.id], { ...changeFacts(change), ...facts });
