import { listAdministrators } from '#bff/identity/administrators/list.ts';
import { tiedTo } from '#bff/kit/approvals/approver.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { dueAtOf } from '#core/aggregates/admin/proposals.ts';

/** Whether another owner could confirm what this one proposes: the same rule as for changes to administrators. */
export async function hasSecondOwner(
  deps: Pick<BffDeps, 'database' | 'rules' | 'clock'>,
  administratorId: string,
): Promise<boolean> {
  const [administrators, tied] = await Promise.all([listAdministrators(deps), tiedTo(deps, administratorId)]);
  const colleagues = administrators.map(({ id, is_active: isActive, roles, link_expires_at }) => ({
    id,
    isActive,
    isOwner: roles.includes('owner'),
    canSignIn: link_expires_at === null,
  }));
  const alone = dueAtOf({ by: administratorId, about: null }, colleagues, tied, { now: deps.clock(), delayHours: 0 });
  return alone === null;
}
