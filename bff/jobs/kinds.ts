import { CARRY_OUT_CHANGES } from '#bff/administrators/changes.ts';
import { SEND_RECORDS } from '#bff/audit/keep-record.ts';
import { ACCOUNT_LINK } from '#bff/auth/account-links.ts';
import { RESET_SECOND_FACTORS } from '#bff/auth/second-factor-reset.ts';
import { MAKE_IMAGE_SIZES } from '#bff/catalogue/make-image-sizes.ts';
import { REMIND_OF_CREDIT } from '#bff/credit/reminders.ts';
import { ISSUE_INVOICES } from '#bff/invoices/issue-invoices.ts';
import { WATCH_NOTARY } from '#bff/log/watch-notary.ts';
import { MONEY_MAILS_JOB } from '#bff/money-mails/send-money-mails.ts';
import { EXPIRE_ORDERS } from '#bff/orders/expire-orders.ts';
import { WORK_PERSONAL_DATA } from '#bff/personal-data/work.ts';
import { WATCH_LEDGER } from '#bff/security-events/watch-ledger.ts';
import { DELIVER_WEBHOOKS } from '#bff/webhooks/deliver.ts';
import { CLEAN_UP } from './clean-up.ts';
import { SEND_MAIL } from './mail-job.ts';

/** Every kind of job, as the system page lists them. */
export const JOB_KINDS = [
  SEND_MAIL,
  ACCOUNT_LINK,
  DELIVER_WEBHOOKS,
  EXPIRE_ORDERS,
  MONEY_MAILS_JOB,
  REMIND_OF_CREDIT,
  RESET_SECOND_FACTORS,
  CARRY_OUT_CHANGES,
  SEND_RECORDS,
  MAKE_IMAGE_SIZES,
  ISSUE_INVOICES,
  WORK_PERSONAL_DATA,
  WATCH_LEDGER,
  WATCH_NOTARY,
  CLEAN_UP,
] as const;
