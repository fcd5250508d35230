import { UniqueIntegrityConstraintViolationError } from 'slonik';
import { v7 } from 'uuid';
import { z } from 'zod';
import { conflict } from '#bff/lib/api-error.ts';
import { type Queryable, sql } from '#bff/lib/sql.ts';
import { PROPOSAL_ENDS, type ProposalEnd } from '#core/admin/proposals.ts';

type ProposalKind = 'administrator' | 'price';

const Row = z.object({
  proposalId: z.uuid(),
  subjectId: z.uuid(),
  change: z.unknown(),
  proposedBy: z.uuid().nullable(),
  proposedByName: z.string().nullable(),
  proposedAt: z.date(),
  dueAt: z.date().nullable(),
  ended: z.enum(PROPOSAL_ENDS).nullable(),
});
export type ProposalRow = z.infer<typeof Row>;

const columns = sql.fragment`proposal_id as "proposalId", subject_id as "subjectId", change, proposed_by as "proposedBy",
  (select name from app.administrator where administrator_id = proposed_by) as "proposedByName",
  proposed_at as "proposedAt", due_at as "dueAt", ended`;

/** @throws ApiError 409 proposal_waits where one of this kind waits for the same subject */
export async function insertProposal(
  transaction: Queryable,
  proposal: {
    readonly kind: ProposalKind;
    readonly subjectId: string;
    readonly change: object;
    readonly proposedBy: string | null;
    readonly proposedAt: Date;
    readonly dueAt: Date | null;
  },
): Promise<string> {
  const proposalId = v7();
  const { kind, subjectId, change, proposedBy, proposedAt, dueAt } = proposal;
  try {
    await transaction.query(sql.void`
      insert into app.proposal (proposal_id, kind, subject_id, change, proposed_by, proposed_at, due_at)
      values (${proposalId}, ${kind}, ${subjectId}, ${JSON.stringify(change)}::jsonb, ${proposedBy},
        ${proposedAt.toISOString()}::timestamptz, ${dueAt?.toISOString() ?? null}::timestamptz)`);
  } catch (error) {
    if (!(error instanceof UniqueIntegrityConstraintViolationError)) throw error;
    throw conflict('proposal_waits', 'Another change waits here already. Decide that one first. Nothing was changed.');
  }
  return proposalId;
}

/** In a transaction: the proposal, locked until its end, so that it is decided once. */
export const lockProposal = (
  transaction: Queryable,
  kind: ProposalKind,
  proposalId: string,
): Promise<ProposalRow | null> =>
  transaction.maybeOne(sql.type(Row)`
    select ${columns} from app.proposal where proposal_id = ${proposalId} and kind = ${kind} for update`);

/** What waits, the oldest first. */
export const listOpenProposals = (database: Queryable, kind: ProposalKind): Promise<readonly ProposalRow[]> =>
  database.any(sql.type(Row)`
    select ${columns} from app.proposal where kind = ${kind} and ended_at is null order by proposed_at, proposal_id`);

/** The proposal that waits for a subject; null where there is none. */
export const findOpenProposal = (
  database: Queryable,
  kind: ProposalKind,
  subjectId: string,
): Promise<ProposalRow | null> =>
  database.maybeOne(sql.type(Row)`
    select ${columns} from app.proposal where kind = ${kind} and subject_id = ${subjectId} and ended_at is null`);

export const endProposal = (
  transaction: Queryable,
  proposalId: string,
  { ended, by, at }: { readonly ended: ProposalEnd; readonly by: string | null; readonly at: Date },
) =>
  transaction.query(sql.void`
    update app.proposal set ended = ${ended}, ended_by = ${by}, end_id = ${v7()},
      ended_at = ${at.toISOString()}::timestamptz
    where proposal_id = ${proposalId}`);

/** The proposal as its decider sees it. */
export const stateOf = ({ proposedBy, dueAt, ended }: ProposalRow, about: string | null) => ({
  by: proposedBy,
  about,
  dueAt: dueAt?.toISOString() ?? null,
  ended,
});
