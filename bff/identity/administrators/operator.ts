import { normalizeEmail } from '#bff/identity/accounts/accounts.ts';
import { listOpenProposals } from '#bff/kit/approvals/proposal-store.ts';
import type { Actor } from '#core/kernel/log/event.ts';
import { inOrder, type NewAdministrator } from './administrators.ts';
import { AdministratorChange, changeText } from './change.ts';
import { type ChangeDeps, proposeChange, refuseChange } from './changes.ts';
import { listAdministrators } from './list.ts';

/** The changes to administrators as the command line makes them. After the first owner they obey the same delay, and every owner hears of them. */
export function operatorOf(deps: ChangeDeps, actor: Actor) {
  const propose = async (
    email: string,
    change: AdministratorChange,
  ): Promise<{ readonly link: string | null } | { readonly dueAt: Date }> => {
    const proposed = await proposeChange(deps, { email }, change, actor);
    if (proposed.isDone) return { link: proposed.link };
    // What the command line proposes has a time.
    return { dueAt: proposed.dueAt ?? deps.clock() };
  };
  return {
    create: ({ email, name, roles }: NewAdministrator) =>
      propose(email, { step: 'invite', email: normalizeEmail(email), name: name.trim(), roles: inOrder(roles) }),
    reset: (email: string) => propose(email, { step: 'reset', keepsSecondFactor: false }),
    refuse: async (proposalId: string) => void (await refuseChange(deps, actor, proposalId)),
    async changes() {
      const people = new Map((await listAdministrators(deps)).map((each) => [each.id, each]));
      return (await listOpenProposals(deps.database, 'administrator')).map((row) => {
        const change = AdministratorChange.parse(row.change);
        const known = change.step === 'invite' ? change : people.get(row.subjectId);
        const what = changeText(change, known ?? { name: 'An administrator', email: '' });
        return { id: row.proposalId, what, by: row.proposedByName, at: row.proposedAt, dueAt: row.dueAt };
      });
    },
  };
}
