import { z } from 'zod';
import { SECURITY_EVENTS } from '#bff/contract/identity/security-event-kinds.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { securityAlertMail } from '#bff/papers/mails/notice-mails.ts';
import type { SecurityEntry } from './security-log.ts';

const MAX_OWNERS = 50;
const Owner = z.object({ email: z.string(), name: z.string() });

/** Mails severe events to the owners, each kind once in the cool-down of such mails. */
export async function alertOwners(
  { database, mails, config }: Pick<BffDeps, 'database' | 'mails' | 'config'>,
  entries: readonly SecurityEntry[],
): Promise<void> {
  const severe = entries.filter(({ kind }) => SECURITY_EVENTS[kind].alert === 'owners');
  if (severe.length === 0) return;
  const owners = await database.any(sql.type(Owner)`select email, name from app.administrator
    where is_active and 'owner' = any(roles) order by created_at limit ${MAX_OWNERS}`);
  for (const { id, kind, lastAt } of severe) {
    const url = `${config.publicUrl}/admin/security-events?open=${id}`;
    const mail = securityAlertMail(SECURITY_EVENTS[kind], lastAt, url);
    for (const owner of owners) {
      await mails.send('security-alert', owner, mail, { id: `security-${id}-${owner.email}`, about: kind });
    }
  }
}
