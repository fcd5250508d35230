import { UniqueIntegrityConstraintViolationError } from 'slonik';
import { v7 } from 'uuid';
import { z } from 'zod';
import { conflict } from '#bff/kit/lib/api-error.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { appTable } from '#bff/kit/tables/table.ts';
import { PROPOSAL_ENDS, type ProposalEnd } from '#core/aggregates/admin/proposals.ts';

type ProposalKind = 'administrator' | 'price' | 'catalogue' | 'rate';

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

const proposals = appTable('proposal', Row, {
  proposedByName: sql.fragment`(select name from app.administrator where administrator_id = proposed_by)`,
});

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
  try {
    await proposals.insert(transaction, { ...proposal, proposalId, change: JSON.stringify(proposal.change) });
  } catch (error) {
    if (!(error instanceof UniqueIntegrityConstraintViolationError)) throw error;
    throw conflict('proposal_waits', 'Another change waits here already. Decide that one first. Nothing was changed.');
  }
  return proposalId;
}

/** In a transaction: the proposal, locked until its end, so that it is decided once. */
export const lockProposal = async (
  transaction: Queryable,
  kind: ProposalKind,
  proposalId: string,
): Promise<ProposalRow | null> =>
  (await proposals.list(transaction, { proposalId, kind }, sql.fragment`for update`))[0] ?? null;

/** The oldest first. */
export const listOpenProposals = (database: Queryable, kind: ProposalKind): Promise<ProposalRow[]> =>
  proposals.list(database, { kind, endedAt: null }, sql.fragment`order by proposed_at, proposal_id`);

/** Null where no proposal waits. */
export const findOpenProposal = (
  database: Queryable,
  kind: ProposalKind,
  subjectId: string,
): Promise<ProposalRow | null> => proposals.find(database, { kind, subjectId, endedAt: null });

export const endProposal = (
  transaction: Queryable,
  proposalId: string,
  { ended, by, at }: { readonly ended: ProposalEnd; readonly by: string | null; readonly at: Date },
) => proposals.update(transaction, { proposalId }, { ended, endedBy: by, endId: v7(), endedAt: at });

/** The proposal as its decider sees it. */
export const stateOf = ({ proposedBy, dueAt, ended }: ProposalRow, about: string | null) => ({
  by: proposedBy,
  about,
  dueAt: dueAt?.toISOString() ?? null,
  ended,
});
