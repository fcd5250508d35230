import { v7 } from 'uuid';
import { z } from 'zod';
import { type Recording, recordedTransaction } from '#bff/identity/audit/keep-record.ts';
import { secondFactorsOf } from '#bff/identity/sessions/session-proof.ts';
import { accountsOf, amongColleagues, tiedTo } from '#bff/kit/approvals/approver.ts';
import {
  endProposal,
  insertProposal,
  lockProposal,
  type ProposalRow,
  stateOf,
} from '#bff/kit/approvals/proposal-store.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { eachAlone } from '#bff/kit/jobs/each-alone.ts';
import { repeatedJob } from '#bff/kit/jobs/repeated-job.ts';
import { found } from '#bff/kit/lib/api-error.ts';
import { storeName } from '#bff/kit/lib/seller.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { administratorInvitedMail, administratorLinkMail } from '#bff/papers/mails/account-mails.ts';
import { decideProposal, dueAtOf, type ProposalEnd } from '#core/aggregates/admin/proposals.ts';
import { mailboxOf } from '#core/aggregates/admin/same-person.ts';
import { DomainError, isDomainError } from '#core/kernel/errors.ts';
import type { Actor } from '#core/kernel/log/event.ts';
import {
  type AdministratorRow,
  applyChange,
  isActiveOwner,
  lockAdministrators,
  requireAdministrator,
  requirePossible,
  type Deps as StateDeps,
  setActive,
} from './administrators.ts';
import { AdministratorChange, factsOf } from './change.ts';
import { requireOwnAddress } from './own-address.ts';
import { tellOwners } from './tell-owners.ts';

export const CARRY_OUT_CHANGES = repeatedJob('administrator-changes', 60_000);
/** The next run continues. */
const MAX_CHANGES_PER_RUN = 50;
const KIND = 'administrator';
const NOBODY = '00000000-0000-0000-0000-000000000000';

export type ChangeDeps = StateDeps & Pick<BffDeps, 'mails' | 'security' | 'settings'>;

/** `waits`: until a second owner confirms it, or until the time. */
export type Proposed =
  | { readonly isDone: false; readonly id: string; readonly dueAt: Date | null }
  /** The link is for the caller only where no owner exists yet, who would get it by mail otherwise. */
  | { readonly isDone: true; readonly id: string; readonly link: string | null };

type Subject = { readonly id: string; readonly name: string; readonly email: string };
/** What follows a transaction: the link goes to who has to choose a password, and owners hear of it. */
type After = {
  readonly sendLink?: () => Promise<void>;
  readonly noted?: { readonly by: string | null; readonly detail: string };
};

/**
 * Proposes a change to an administrator. A second owner confirms it; where none can, and from the command line, it is carried out after the
 * delay of the policy, unless an owner refuses it. All owners get a mail. Three are done at once: the first owner, without whom nobody could
 * confirm anything; a new link for somebody who never chose a password, which opens nothing that was closed; and keeping out somebody who is
 * no owner, until it is decided.
 * @throws DomainError not_found, invalid_value, invalid_state; ApiError 409 proposal_waits
 */
export async function proposeChange(
  deps: ChangeDeps,
  which: { readonly id: string } | { readonly email: string },
  wanted: AdministratorChange,
  actor: Actor,
): Promise<Proposed> {
  const by = administratorIn(actor);
  if (wanted.step === 'invite') requireOwnAddress(deps, wanted.email);
  const { result, after } = await recordedTransaction(deps, actor, async (transaction, record) => {
    const rows = await lockAdministrators(transaction);
    const row = wanted.step === 'invite' ? null : requireAdministrator(rows, which);
    const subject: Subject =
      wanted.step === 'invite'
        ? { id: v7(), name: wanted.name, email: wanted.email }
        : { id: row?.administrator_id ?? '', name: row?.name ?? '', email: row?.email ?? '' };
    requirePossible(rows, row, wanted);
    if (wanted.step === 'invite') await requireNotInvited(transaction, wanted.email);
    const isFirst = !rows.some((each) => isActiveOwner(each) && each.can_sign_in);
    const isNewLink = wanted.step === 'reset' && row !== null && (await opensNothing(transaction, row, wanted));
    if ((by === null && isFirst) || isNewLink) {
      const link = await applyChange(deps, transaction, record, { id: subject.id, change: wanted, by: null });
      const isPrinted = by === null && isFirst;
      const after = !isPrinted && link !== undefined ? { sendLink: () => mailLink(deps, wanted, subject, link) } : {};
      const done: Proposed = { isDone: true, id: subject.id, link: isPrinted ? (link ?? null) : null };
      return { result: done, after };
    }
    return propose(deps, transaction, record, rows, { subject, wanted, by });
  });
  await follow(deps, after);
  return result;
}

/** Whether a reset only sends the link again: nobody has a password, and no second factor is removed. */
async function opensNothing(
  transaction: Queryable,
  { administrator_id: id, can_sign_in }: AdministratorRow,
  { keepsSecondFactor }: Extract<AdministratorChange, { step: 'reset' }>,
): Promise<boolean> {
  return !can_sign_in && (keepsSecondFactor || (await secondFactorsOf(transaction, id)).length === 0);
}

async function propose(
  deps: ChangeDeps,
  transaction: Queryable,
  record: Recording,
  rows: readonly AdministratorRow[],
  { subject, wanted, by }: { subject: Subject; wanted: AdministratorChange; by: string | null },
): Promise<{ result: Proposed; after: After }> {
  const now = deps.clock();
  const row = rows.find(({ administrator_id }) => administrator_id === subject.id);
  const dueAt = dueAtOf(
    { by, about: subject.id },
    rows.map((each) => ({
      id: each.administrator_id,
      isActive: each.is_active,
      isOwner: each.roles.includes('owner'),
      canSignIn: each.can_sign_in,
    })),
    by === null
      ? []
      : [...(await tiedTo({ ...deps, database: transaction }, by)), ...(await accountsOf(transaction, subject.id))],
    { now, delayHours: deps.rules().administratorChangeHours },
  );
  const isOut = wanted.step === 'disable' && row !== undefined && !isActiveOwner(row);
  const change: AdministratorChange = wanted.step === 'disable' ? { step: 'disable', isOut } : wanted;
  await insertProposal(transaction, {
    kind: KIND,
    subjectId: subject.id,
    change,
    proposedBy: by,
    proposedAt: now,
    dueAt,
  } as const);
  if (isOut) await setActive(transaction, subject.id, false);
  await record('administrator-change-proposed', ['admin', subject.id], {
    ...factsOf(change),
    ...(dueAt && { due_at: dueAt.toISOString() }),
  });
  const noted = { by, detail: `${change.step} proposed` };
  return { result: { isDone: false, id: subject.id, dueAt }, after: { noted } };
}

/** An owner confirms what another one proposed. @throws DomainError invalid_state; ApiError 404 */
export const confirmChange = (deps: ChangeDeps, actor: Actor, proposalId: string) =>
  decide(deps, proposalId, { type: 'Confirm', actor });

/** An owner or the command line refuses a change; an owner takes the own one back. @throws DomainError invalid_state; ApiError 404 */
export const refuseChange = (deps: ChangeDeps, actor: Actor, proposalId: string) =>
  decide(deps, proposalId, { type: 'Refuse', actor });

/** Tells owners of what a crash left untold, and carries out changes whose delay is over and that nobody refused. Safe to repeat; returns how many it looked at. */
export async function carryOutChanges(deps: ChangeDeps): Promise<number> {
  await tellOwners(deps);
  const due = await deps.database.any(sql.type(z.object({ id: z.string() }))`
    select proposal_id as id from app.proposal
    where kind = ${KIND} and ended_at is null and due_at <= ${deps.clock().toISOString()}::timestamptz
    order by due_at limit ${MAX_CHANGES_PER_RUN}`);
  return eachAlone(
    due,
    ({ id }) => decide(deps, id, { type: 'CarryOut', actor: { kind: 'system', id: CARRY_OUT_CHANGES.name } }),
    (error, { id }) =>
      deps.logger.warn({ err: error, proposalId: id }, 'a change to an administrator was not carried out'),
  );
}

type Decision = { readonly type: 'Confirm' | 'Refuse' | 'CarryOut'; readonly actor: Actor };
const administratorIn = ({ kind, id }: Actor): string | null => (kind === 'administrator' ? id : null);

async function decide(deps: ChangeDeps, proposalId: string, decision: Decision): Promise<ProposalEnd | null> {
  const { end, after } = await recordedTransaction(deps, decision.actor, async (transaction, record) => {
    const rows = await lockAdministrators(transaction);
    const proposal = found(await lockProposal(transaction, KIND, proposalId), 'There is no such proposal.');
    const change = AdministratorChange.parse(proposal.change);
    const row = rows.find(({ administrator_id }) => administrator_id === proposal.subjectId) ?? null;
    const wanted = await endOf(deps, transaction, proposal, decision);
    if (wanted === null || proposal.ended !== null) return { end: wanted, after: null };
    const decided = isPossible(rows, row, change, wanted, decision);
    const subject: Subject =
      change.step === 'invite'
        ? { id: proposal.subjectId, name: change.name, email: change.email }
        : { id: proposal.subjectId, name: row?.name ?? '', email: row?.email ?? '' };
    const isDone = decided === 'confirmed' || decided === 'carried-out';
    const by = administratorIn(decision.actor);
    await endProposal(transaction, proposalId, { ended: decided, by, at: deps.clock() });
    await record(`administrator-change-${decided}`, ['admin', subject.id], factsOf(change));
    const link = isDone
      ? await applyChange(deps, transaction, record, { id: subject.id, change, by: proposal.proposedBy })
      : undefined;
    if (!isDone && change.step === 'disable' && change.isOut) await setActive(transaction, subject.id, true);
    const sending = link === undefined ? {} : { sendLink: () => mailLink(deps, change, subject, link) };
    return { end: decided, after: { ...sending, noted: { by, detail: `${change.step} ${decided}` } } };
  });
  if (after) await follow(deps, after);
  return end;
}

async function endOf(
  deps: ChangeDeps,
  transaction: Queryable,
  proposal: ProposalRow,
  { type, actor }: Decision,
): Promise<ProposalEnd | null> {
  const at = { ...deps, database: transaction };
  const who = type === 'CarryOut' ? proposal.proposedBy : administratorIn(actor);
  const { subjectId } = proposal;
  // Another account of whom it is about is no other person.
  const isAboutSelf = who !== null && (await accountsOf(transaction, who)).includes(subjectId);
  const state = stateOf(proposal, isAboutSelf ? who : subjectId);
  // The command line is nobody of the administrators.
  const by = await amongColleagues(at, { administratorId: who ?? NOBODY }, 'administrators:manage');
  if (type !== 'CarryOut') return decideProposal({ type, by }, state);
  return decideProposal({ type, now: deps.clock().toISOString(), lapsed: by.lapsed ?? [] }, state);
}

/** What is due and not possible any more, because the administrators changed meanwhile, ends; at a confirmation it is refused. */
function isPossible(
  rows: readonly AdministratorRow[],
  row: AdministratorRow | null,
  change: AdministratorChange,
  end: ProposalEnd,
  { type }: Decision,
): ProposalEnd {
  if (end !== 'confirmed' && end !== 'carried-out') return end;
  try {
    requirePossible(rows, row, change);
    return end;
  } catch (error) {
    if (type === 'CarryOut' && isDomainError(error)) return 'lapsed';
    throw error;
  }
}

async function requireNotInvited(transaction: Queryable, email: string): Promise<void> {
  const invited = await transaction.anyFirst(sql.type(z.object({ email: z.string() }))`
    select change ->> 'email' as email from app.proposal
    where kind = ${KIND} and ended_at is null and change ->> 'email' is not null`);
  if (!invited.some((each) => mailboxOf(each) === mailboxOf(email))) return;
  throw new DomainError('invalid_value', `An invitation of ${email} waits already.`, { field: 'email' });
}

async function follow(deps: ChangeDeps, { sendLink, noted }: After): Promise<void> {
  if (noted) deps.security.note('administrator-change', { accountId: noted.by, detail: noted.detail });
  await sendLink?.();
  // What is not told here, the job tells.
  await tellOwners(deps).catch((error: unknown) =>
    deps.logger.warn({ err: error }, 'owners are told of a change to an administrator by the job'),
  );
}

async function mailLink(deps: ChangeDeps, { step }: AdministratorChange, subject: Subject, url: string) {
  const mail = step === 'invite' ? administratorInvitedMail(url, storeName(deps.settings)) : administratorLinkMail(url);
  await deps.mails.send('administrator-link', subject, mail);
}
