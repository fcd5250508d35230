// Does the work that no request waits for: mails, webhooks, order expiry, image sizes, cleaning up. `node bff/jobs/main.ts`.
import sharp from 'sharp';
import { bookRevocations } from '#bff/api-key/book-revocations.ts';
import { ACCOUNT_LINK, sendAccountLink } from '#bff/auth/account-links.ts';
import {
  RESET_SECOND_FACTORS,
  RESET_SECOND_FACTORS_EVERY_MS,
  resetDueSecondFactors,
} from '#bff/auth/second-factor-reset.ts';
import { MAKE_IMAGE_SIZES, MAKE_IMAGE_SIZES_EVERY_MS, makeImageSizes } from '#bff/catalogue/make-image-sizes.ts';
import { REMIND_OF_CREDIT, REMIND_OF_CREDIT_EVERY_MS, remindOfCredit } from '#bff/credit/reminders.ts';
import { ISSUE_INVOICES, ISSUE_INVOICES_EVERY_MS, issueInvoices } from '#bff/invoices/issue-invoices.ts';
import { mailHeads } from '#bff/log/mail-heads.ts';
import { createNotaryWatch, WATCH_NOTARY, WATCH_NOTARY_EVERY_MS } from '#bff/log/watch-notary.ts';
import { EXPIRE_ORDERS, EXPIRE_ORDERS_EVERY_MS, expireOrders } from '#bff/orders/expire-orders.ts';
import { dropEndedInvoices } from '#bff/personal-data/kept-invoices.ts';
import { WORK_PERSONAL_DATA, WORK_PERSONAL_DATA_EVERY_MS, workPersonalData } from '#bff/personal-data/work.ts';
import type { OutgoingMail } from '#bff/ports/jobs.ts';
import { createLedgerWatch, WATCH_LEDGER, WATCH_LEDGER_EVERY_MS } from '#bff/security-events/watch-ledger.ts';
import { cleanUploads } from '#bff/uploads/clean-uploads.ts';
import { DELIVER_WEBHOOKS, DELIVER_WEBHOOKS_EVERY_MS, deliverDue } from '#bff/webhooks/deliver.ts';
import { followLog } from '#bff/webhooks/follow-log.ts';
import { wireBff } from '#bff/wire.ts';
import { loadConfig } from '#infra/config/config.ts';
import { createJobs } from '#infra/jobs/jobs.ts';
import { workSealed } from '#infra/jobs/sealed-jobs.ts';
import { createLogger } from '#infra/logger/logger.ts';
import { createMailer } from '#infra/mail/mailer.ts';
import { onStop } from '#infra/on-stop.ts';
import { createProcessCheckpoint } from '#infra/postgres/process-checkpoint.ts';
import { CLEAN_UP, CLEAN_UP_EVERY_MS, cleanUp } from './clean-up.ts';
import { SEND_MAIL, sendMail } from './mail-job.ts';

const MAX_CONNECTIONS = 5;
/** Pictures are resized one at a time: each may take a core and 200 MB. */
const ONE_AT_A_TIME = { concurrency: 1 };
// No picture is made twice: 50 MB of them would be kept for nothing.
sharp.cache(false);

const config = loadConfig(process.env, 'jobs');
const logger = createLogger({ part: 'jobs', level: config.logLevel });
const jobs = await createJobs({ databaseUrl: config.databaseUrl, redisUrl: config.redisUrl, logger });
const wiring = { ...config, databasePoolMax: MAX_CONNECTIONS };
const { deps, store, pool, close } = await wireBff(wiring, { part: 'jobs', logger, queue: jobs });
const mailer = createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom });
const messageDomain = new URL(config.publicUrl).hostname;

const vault = { pool, keys: config.dataKeys };
const sendNow = ({ id, ...mail }: OutgoingMail) => sendMail(mailer, { ...mail, messageId: `<${id}@${messageDomain}>` });
workSealed(jobs, vault, SEND_MAIL, sendNow);
workSealed(jobs, vault, ACCOUNT_LINK, (request) => sendAccountLink(deps, request));
jobs.work(
  DELIVER_WEBHOOKS,
  async () => {
    await deliverDue(deps);
  },
  ONE_AT_A_TIME,
);
jobs.work(
  EXPIRE_ORDERS,
  async () => {
    await expireOrders(deps);
  },
  ONE_AT_A_TIME,
);
jobs.work(
  REMIND_OF_CREDIT,
  async () => {
    await remindOfCredit(deps);
  },
  ONE_AT_A_TIME,
);
jobs.work(
  RESET_SECOND_FACTORS,
  async () => {
    await resetDueSecondFactors(deps);
  },
  ONE_AT_A_TIME,
);
jobs.work(
  MAKE_IMAGE_SIZES,
  async () => {
    await makeImageSizes(deps);
  },
  ONE_AT_A_TIME,
);
const issued = createProcessCheckpoint(pool, 'invoices');
jobs.work(
  ISSUE_INVOICES,
  async () => {
    await issueInvoices(deps, issued);
  },
  ONE_AT_A_TIME,
);
jobs.work(WORK_PERSONAL_DATA, () => workPersonalData(deps, sendNow), ONE_AT_A_TIME);
jobs.work(WATCH_LEDGER, createLedgerWatch(deps), ONE_AT_A_TIME);
const watchNotary = createNotaryWatch(deps);
jobs.work(
  WATCH_NOTARY,
  async () => {
    await watchNotary();
    await mailHeads(deps, config.logHeadsMail);
  },
  ONE_AT_A_TIME,
);
jobs.work(
  CLEAN_UP,
  async () => {
    await cleanUp(deps);
    await cleanUploads(deps);
    await bookRevocations(deps);
    await dropEndedInvoices(deps);
  },
  ONE_AT_A_TIME,
);
await jobs.every(DELIVER_WEBHOOKS, DELIVER_WEBHOOKS_EVERY_MS, {});
await jobs.every(EXPIRE_ORDERS, EXPIRE_ORDERS_EVERY_MS, {});
await jobs.every(REMIND_OF_CREDIT, REMIND_OF_CREDIT_EVERY_MS, {});
await jobs.every(RESET_SECOND_FACTORS, RESET_SECOND_FACTORS_EVERY_MS, {});
await jobs.every(MAKE_IMAGE_SIZES, MAKE_IMAGE_SIZES_EVERY_MS, {});
await jobs.every(ISSUE_INVOICES, ISSUE_INVOICES_EVERY_MS, {});
await jobs.every(WORK_PERSONAL_DATA, WORK_PERSONAL_DATA_EVERY_MS, {});
await jobs.every(WATCH_LEDGER, WATCH_LEDGER_EVERY_MS, {});
await jobs.every(WATCH_NOTARY, WATCH_NOTARY_EVERY_MS, {});
await jobs.every(CLEAN_UP, CLEAN_UP_EVERY_MS, {});

const stopping = new AbortController();
const following = followLog({
  ...{ deps, store, signal: stopping.signal },
  checkpoint: createProcessCheckpoint(pool, 'webhooks'),
});

async function stop(): Promise<void> {
  stopping.abort();
  await Promise.all([following, jobs.close()]);
  mailer.close();
  await close();
  process.exit(0);
}
onStop(stop);
process.send?.({ ready: true });
logger.info('jobs are worked on');
