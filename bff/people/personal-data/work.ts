import type { BffDeps } from '#bff/kit/deps.ts';
import { repeatedJob } from '#bff/kit/jobs/repeated-job.ts';
import { erase, type SendNow } from './erase.ts';
import { listConfirmed } from './requests.ts';

export const WORK_PERSONAL_DATA = repeatedJob('personal-data', 60_000);

/** The next run continues. */
const MAX_REQUESTS_PER_RUN = 20;

/** Carries out confirmed requests. Safe to repeat: the next run continues what failed or was cut off. */
export async function workPersonalData(deps: BffDeps, sendNow: SendNow): Promise<void> {
  for (const request of await listConfirmed(deps.database, MAX_REQUESTS_PER_RUN)) {
    try {
      await erase(deps, request, sendNow);
    } catch (error) {
      // A request that fails must not hold up the others.
      deps.logger.error({ err: error, requestId: request.id }, 'a request of personal data goes on later');
    }
  }
}
