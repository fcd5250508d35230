import type { BffDeps } from '#bff/deps.ts';
import { repeatedJob } from '#bff/jobs/repeated-job.ts';
import { erase, type SendNow } from './erase.ts';
import { listConfirmed } from './requests.ts';

export const WORK_PERSONAL_DATA = repeatedJob('personal-data', 60_000);

/** Of one run; the next one goes on. */
const MAX_REQUESTS_PER_RUN = 20;

/** Does what owners confirmed. Safe to repeat: what fails or is cut off goes on in the next run. */
export async function workPersonalData(deps: BffDeps, sendNow: SendNow): Promise<void> {
  for (const request of await listConfirmed(deps.database, MAX_REQUESTS_PER_RUN)) {
    try {
      await erase(deps, request, sendNow);
    } catch (error) {
      // One that fails does not keep the others.
      deps.logger.error({ err: error, requestId: request.requestId }, 'a request of personal data goes on later');
    }
  }
}
