// Does the background work: mails, webhooks, order expiry, image sizes, cleaning up. `node programs/jobs.ts`.
import { CLEAN_UP, cleanUp } from '#bff/app/clean-up.ts';
import { countJobs } from '#bff/app/count-jobs.ts';
import { CARRY_OUT_CHANGES, carryOutChanges } from '#bff/identity/administrators/changes.ts';
import { bookRevocations } from '#bff/identity/api-keys/book-revocations.ts';
import { SEND_RECORDS, sendRecords } from '#bff/identity/audit/keep-record.ts';
import { RESET_SECOND_FACTORS, resetDueSecondFactors } from '#bff/identity/factors/second-factor-reset.ts';
import { createLedgerWatch, WATCH_LEDGER } from '#bff/identity/security-events/watch-ledger.ts';
import { cleanUploads } from '#bff/kit/files/clean-uploads.ts';
import { othersFirst } from '#bff/kit/jobs/each-alone.ts';
import { senderOf, sendMail } from '#bff/kit/mails/mail-job.ts';
import type { OutgoingMail } from '#bff/kit/mails/mail-queue.ts';
import { standstillOf } from '#bff/kit/ports/jobs.ts';
import { REMIND_OF_CREDIT, remindOfCredit } from '#bff/money/credit/reminders.ts';
import { SETTINGS_TOLD } from '#bff/office/settings/tell-owners.ts';
import { WORK_SETTINGS, workSettings } from '#bff/office/settings/work.ts';
import { DELIVER_WEBHOOKS, deliverDue } from '#bff/outside/webhooks/deliver.ts';
import { followLog } from '#bff/outside/webhooks/follow-log.ts';
import { ISSUE_INVOICES, issueInvoices } from '#bff/papers/invoices/issue-invoices.ts';
import { mailHeads } from '#bff/papers/log/mail-heads.ts';
import { createNotaryWatch, WATCH_NOTARY } from '#bff/papers/log/watch-notary.ts';
import { carryOutDuePlans } from '#bff/people/discounts/carry-out.ts';
import { MONEY_MAILS_JOB, sendMoneyMails } from '#bff/people/notifications/send-money-mails.ts';
import { dropEndedInvoices } from '#bff/people/personal-data/kept-invoices.ts';
import { WORK_PERSONAL_DATA, workPersonalData } from '#bff/people/personal-data/work.ts';
import { APPLY_DUE_CHANGES, applyDueChanges } from '#bff/shop/bulk/due-changes.ts';
import { EXPIRE_ORDERS, expireOrders } from '#bff/shop/orders/expire-orders.ts';
import { MAKE_IMAGE_SIZES, makeImageSizes } from '#bff/shop/pictures/make-image-sizes.ts';
import { dropUnusedPictures } from '#bff/shop/pictures/store-pictures.ts';
import { loadConfig } from '#infra/adapters/config/config.ts';
import { isLocalUrl } from '#infra/adapters/config/local.ts';
import { heartbeatFile, startHeartbeat } from '#infra/adapters/heartbeat.ts';
import { createJobs } from '#infra/adapters/jobs/jobs.ts';
import { createLogger } from '#infra/adapters/logger/logger.ts';
import { onStop } from '#infra/adapters/on-stop.ts';
import { createMailer } from '#infra/adapters/outside/mailer.ts';
import { createProcessCheckpoint } from '#infra/adapters/postgres/process-checkpoint.ts';
import { startTelemetry } from '#infra/wiring/telemetry/telemetry.ts';
import { untilPrepared } from '#infra/wiring/until-prepared.ts';
import { wireBff } from '#infra/wiring/wire-bff.ts';
import { workMails } from '#infra/wiring/work-mails.ts';

/** Nobody waits for the fifteen works and the mails that share them; each costs Postgres 6 MiB. */
const MAX_CONNECTIONS = 3;

const config = loadConfig(process.env, 'jobs');
const logger = createLogger({ part: 'jobs', level: config.logLevel });
const telemetry = await startTelemetry({ part: 'jobs', config, logger });
await untilPrepared(config.databaseUrl, logger);
const jobs = createJobs({ databaseUrl: config.databaseUrl, logger });
const wiring = { ...config, databasePoolMax: MAX_CONNECTIONS };
const { deps, store, pool, pools, watchLog, close } = await wireBff(wiring, { part: 'jobs', logger, queue: jobs });
const stopping = new AbortController();
await watchLog(stopping.signal);
const mailer = createMailer({
  smtpUrl: config.smtpUrl,
  from: config.mailFrom,
  needsTls: config.isProduction && !isLocalUrl(config.smtpUrl),
});
const messageDomain = new URL(config.publicUrl).hostname;

const sendNow = ({ id, sender, ...mail }: OutgoingMail) =>
  sendMail(mailer, { ...mail, from: senderOf(deps.settings, { sender }), messageId: `<${id}@${messageDomain}>` });
await workMails(jobs, { pool, keys: config.dataKeys }, deps, sendNow);

const mailed = createProcessCheckpoint(pool, 'money-mails');
const told = createProcessCheckpoint(pool, SETTINGS_TOLD);
const issued = createProcessCheckpoint(pool, 'invoices');
const watchNotary = createNotaryWatch(deps);
await jobs.repeat([
  [DELIVER_WEBHOOKS, () => deliverDue(deps)],
  [EXPIRE_ORDERS, () => expireOrders(deps)],
  [MONEY_MAILS_JOB, () => sendMoneyMails(deps, mailed)],
  [REMIND_OF_CREDIT, () => remindOfCredit(deps)],
  [CARRY_OUT_CHANGES, () => carryOutChanges(deps)],
  [WORK_SETTINGS, () => workSettings(deps, told)],
  [SEND_RECORDS, () => sendRecords(deps)],
  [RESET_SECOND_FACTORS, () => resetDueSecondFactors(deps)],
  [APPLY_DUE_CHANGES, () => othersFirst([applyDueChanges, carryOutDuePlans], (due) => due(deps))],
  [MAKE_IMAGE_SIZES, () => makeImageSizes(deps)],
  [ISSUE_INVOICES, () => issueInvoices(deps, issued)],
  [WORK_PERSONAL_DATA, () => workPersonalData(deps, sendNow)],
  [WATCH_LEDGER, createLedgerWatch(deps)],
  [WATCH_NOTARY, () => watchNotary().then(() => mailHeads(deps, config.logHeadsTo.mails))],
  [
    CLEAN_UP,
    () =>
      othersFirst([cleanUp, cleanUploads, dropUnusedPictures, bookRevocations, dropEndedInvoices], (clean) =>
        clean(deps),
      ),
  ],
]);

if (telemetry.registry) countJobs(telemetry.registry, jobs);
telemetry.countPools(() => ({ ...pools(), jobs: jobs.pool }));

let isFollowing = false;
startHeartbeat(heartbeatFile(), async () => isFollowing && standstillOf(await jobs.repeatedLate()) === null);
const following = followLog({
  deps,
  store,
  signal: stopping.signal,
  onStatus: ({ state }) => {
    isFollowing = state === 'running';
  },
  checkpoint: createProcessCheckpoint(pool, 'webhooks'),
});

async function stop(): Promise<void> {
  stopping.abort();
  await Promise.all([following, jobs.close()]);
  mailer.close();
  await Promise.all([close(), telemetry.stop()]);
  process.exit(0);
}
onStop(stop);
process.send?.({ ready: true });
logger.info('jobs are worked on');
