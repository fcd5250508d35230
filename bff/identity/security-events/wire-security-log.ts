import type { BffDeps } from '#bff/kit/deps.ts';
import type { SecurityLog } from '#bff/kit/ports/security-log.ts';
import { alertOwners } from './alert-owners.ts';
import { insertSecurityEvents } from './event-store.ts';
import { createSecurityLog } from './security-log.ts';

/** The log in Postgres, which mails severe events to the owners. */
export const wireSecurityLog = (
  deps: Pick<BffDeps, 'database' | 'mails' | 'config' | 'logger' | 'clock'>,
): SecurityLog =>
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
