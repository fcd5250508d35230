import { amongColleagues } from '#bff/kit/approvals/approver.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { repeatedJob } from '#bff/kit/jobs/repeated-job.ts';
import { found } from '#bff/kit/lib/api-error.ts';
import { READ_YOUR_WRITES_TIMEOUT_MS } from '#bff/kit/ports/read-models.ts';
import { tellOfRecalls } from '#bff/money/deposits/tell-recalled.ts';
import { sectionsDue } from './present.ts';
import { type Told, tellOwners } from './tell-owners.ts';

export const WORK_SETTINGS = repeatedJob('settings-changes', 30_000);

type Deps = Pick<BffDeps, 'database' | 'config' | 'rules' | 'clock' | 'settings' | 'ledger' | 'mails' | 'notes'>;

/** Tells owners of what was changed, lets what is due take effect, tells them of that, and customers of recalled accounts. Safe to repeat, and in several processes at once. */
export async function workSettings(deps: Deps, told: Told): Promise<void> {
  // First, so that nothing takes effect of which they were not told.
  await tellOwners(deps, told);
  if (await carryOut(deps)) await tellOwners(deps, told);
  await tellOfRecalls(deps);
}

/** Whether something was due. */
async function carryOut(deps: Deps): Promise<boolean> {
  const now = deps.clock().toISOString();
  const settings = deps.settings.now();
  const due = sectionsDue(settings, now);
  for (const section of due) {
    const waiting = found(settings.waiting[section]);
    const { lapsed = [] } = await amongColleagues(deps, { administratorId: waiting.by }, 'settings:change');
    const { position } = await deps.ledger.execute(
      { type: 'CarryOutSettings', section, now, lapsed },
      {
        commandId: `${WORK_SETTINGS.name}-${waiting.proposalId}`,
        correlationId: waiting.proposalId,
        actor: { kind: 'system', id: WORK_SETTINGS.name },
      },
    );
    // Where that takes longer, the next run tells it.
    await deps.settings.reached(position, READ_YOUR_WRITES_TIMEOUT_MS);
  }
  return due.length > 0;
}
