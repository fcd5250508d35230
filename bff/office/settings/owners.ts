import { z } from 'zod';
import { listAdministrators } from '#bff/identity/administrators/list.ts';
import { tiedTo } from '#bff/kit/approvals/approver.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { settingsChangeMail } from '#bff/papers/mails/notice-mails.ts';
import { dueAtOf } from '#core/aggregates/admin/proposals.ts';
import { SECTIONS } from '#core/aggregates/settings/sections.ts';
import type { RecordedSettingsEvent } from '#core/ledger/settings.ts';
import { differences } from './sections.ts';

/** Whether another owner could confirm what this one proposes: the same rule as for changes to administrators. */
export async function hasSecondOwner(
  deps: Pick<BffDeps, 'database' | 'config' | 'clock'>,
  administratorId: string,
): Promise<boolean> {
  const [administrators, tied] = await Promise.all([listAdministrators(deps), tiedTo(deps, administratorId)]);
  const colleagues = administrators.map(({ id, is_active: isActive, roles, link_expires_at }) => ({
    ...{ id, isActive, isOwner: roles.includes('owner'), canSignIn: link_expires_at === null },
  }));
  const alone = dueAtOf({ by: administratorId, about: null }, colleagues, tied, { now: deps.clock(), delayHours: 0 });
  return alone === null;
}

const Owner = z.object({ email: z.string(), name: z.string() });

/**
 * Every owner hears of every step of a change, also who took it: who sells and where mails come from counts at once, so their mail is what
 * shows that it was somebody else. A repetition sends nothing again.
 */
export async function mailOwners(
  deps: Pick<BffDeps, 'database' | 'config' | 'mails'>,
  steps: readonly RecordedSettingsEvent[],
): Promise<void> {
  if (steps.length === 0) return;
  const owners = await deps.database.any(sql.type(Owner)`
    select email, name from app.administrator where is_active and 'owner' = any(roles) order by created_at`);
  for (const event of steps) {
    const { data } = event;
    const names = await deps.database.any(sql.type(z.object({ name: z.string() }))`
      select name from app.administrator where administrator_id::text = ${data.by ?? ''}`);
    const mail = settingsChangeMail({
      type: event.type,
      title: SECTIONS[data.section].title,
      by: names[0]?.name ?? null,
      dueAt: 'dueAt' in data && data.dueAt !== null ? new Date(data.dueAt) : null,
      changes: 'after' in data ? differences(data.section, data.before, data.after) : [],
      why: 'why' in data ? data.why : null,
      url: `${deps.config.publicUrl}/admin/settings`,
    });
    for (const owner of owners) {
      await deps.mails.send('settings-change', owner, mail, { id: `settings-${event.id}-${owner.email}` });
    }
  }
}
