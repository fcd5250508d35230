import { ACCOUNT_LINK, sendAccountLink } from '#bff/identity/accounts/account-links.ts';
import { renewLinkOf } from '#bff/identity/accounts/verification-mails.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { finishMail, SEND_MAIL } from '#bff/kit/mails/mail-job.ts';
import type { OutgoingMail } from '#bff/kit/mails/mail-queue.ts';
import type { Jobs } from '#infra/adapters/jobs/jobs.ts';
import { lostJobs, type Vault, workSealed } from '#infra/adapters/jobs/sealed-jobs.ts';

/** Sends what is in the queues of mails, and queues again what was lost from them. */
export async function workMails(
  jobs: Jobs,
  vault: Vault,
  deps: BffDeps,
  send: (mail: OutgoingMail) => Promise<void>,
): Promise<void> {
  workSealed(jobs, vault, SEND_MAIL, async (queued) => {
    await renewLinkOf(deps, queued.id);
    await send(finishMail(deps, queued));
  });
  workSealed(jobs, vault, ACCOUNT_LINK, (request) => sendAccountLink(deps, request));
  const onUnreadable = (jobId: string, err: unknown) =>
    deps.logger.error({ err, jobId }, 'a job stays out of its queue: its data cannot be read');
  await jobs.queueLost(lostJobs(jobs, vault, [SEND_MAIL, ACCOUNT_LINK], onUnreadable));
}
