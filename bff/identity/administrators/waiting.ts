import { may } from '#bff/contract/base/roles.ts';
import type { AdministratorProposal } from '#bff/contract/identity/admin-administrator.ts';
import { accountsOf, tiedTo } from '#bff/kit/approvals/approver.ts';
import { listOpenProposals, type ProposalRow } from '#bff/kit/approvals/proposal-store.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import { timeOrNull } from '#bff/kit/lib/present.ts';
import { AdministratorChange, changeText } from './change.ts';
import { listAdministrators } from './list.ts';

/** The changes to administrators that wait, the oldest first; none for who may not manage administrators. */
export async function listChanges(
  deps: Pick<BffDeps, 'database' | 'rules' | 'clock'>,
  actor: AdministratorActor,
): Promise<AdministratorProposal[]> {
  if (!may(actor.roles, 'administrators:manage')) return [];
  const rows = await listOpenProposals(deps.database, 'administrator');
  if (rows.length === 0) return [];
  const [administrators, tied, accounts] = await Promise.all([
    listAdministrators(deps),
    tiedTo(deps, actor.administratorId),
    accountsOf(deps.database, actor.administratorId),
  ]);
  const people = new Map(administrators.map(({ id, name, email }) => [id, { name, email }]));
  const unknown = { name: 'An administrator', email: '' };
  return rows.map((row: ProposalRow) => {
    const change = AdministratorChange.parse(row.change);
    const { subjectId, proposedBy } = row;
    const isOwn = proposedBy === actor.administratorId;
    const isAboutMe = accounts.includes(subjectId);
    return {
      id: row.proposalId,
      step: change.step,
      what: changeText(change, change.step === 'invite' ? change : (people.get(subjectId) ?? unknown)),
      administrator_id: subjectId,
      by: proposedBy === null ? null : { id: proposedBy, name: row.proposedByName ?? 'An owner' },
      at: row.proposedAt.toISOString(),
      due_at: timeOrNull(row.dueAt),
      may_confirm: !isOwn && !isAboutMe && (proposedBy === null || !tied.includes(proposedBy)),
      may_refuse: !isAboutMe || row.dueAt !== null,
    };
  });
}
