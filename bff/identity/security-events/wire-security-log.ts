import { SECURITY_EVENTS } from '#bff/contract/identity/security-event-kinds.ts';
import { mailOwners } from '#bff/identity/administrators/mail-owners.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { SecurityLog } from '#bff/kit/ports/security-log.ts';
import { securityAlertMail } from '#bff/papers/mails/notice-mails.ts';
import { insertSecurityEvents } from './event-store.ts';
import { createSecurityLog, type SecurityEntry } from './security-log.ts';

type Deps = Pick<BffDeps, 'database' | 'mails' | 'config' | 'logger' | 'clock'>;

/** The log in Postgres, which mails severe events to the owners. */
export const wireSecurityLog = (deps: Deps): SecurityLog =>
  createSecurityLog({
    ...deps,
    async store(entries) {
      await insertSecurityEvents(deps.database, entries);
      // A mail that cannot be queued does not store the events again; the bell still rings.
      await alertOwners(deps, entries).catch((error: unknown) =>
        deps.logger.error({ err: error }, 'the owners got no word of a severe security event'),
      );
    },
  });

/** Each kind once in the cool-down of such mails. */
async function alertOwners(deps: Deps, entries: readonly SecurityEntry[]): Promise<void> {
  for (const { id, kind, lastAt } of entries) {
    if (SECURITY_EVENTS[kind].alert !== 'owners') continue;
    const url = `${deps.config.publicUrl}/admin/security-events?open=${id}`;
    const mail = securityAlertMail(SECURITY_EVENTS[kind], lastAt, url);
    await mailOwners(deps, 'security-alert', { step: `security-${id}`, mail, about: kind });
  }
}
