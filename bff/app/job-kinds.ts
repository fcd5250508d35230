import { ACCOUNT_LINK } from '#bff/identity/accounts/account-links.ts';
import { CARRY_OUT_CHANGES } from '#bff/identity/administrators/changes.ts';
import { SEND_RECORDS } from '#bff/identity/audit/keep-record.ts';
import { RESET_SECOND_FACTORS } from '#bff/identity/factors/second-factor-reset.ts';
import { WATCH_LEDGER } from '#bff/identity/security-events/watch-ledger.ts';
import { SEND_MAIL } from '#bff/kit/mails/mail-job.ts';
import { REMIND_OF_CREDIT } from '#bff/money/credit/reminders.ts';
import { WORK_SETTINGS } from '#bff/office/settings/work.ts';
import { DELIVER_WEBHOOKS } from '#bff/outside/webhooks/deliver.ts';
import { ISSUE_INVOICES } from '#bff/papers/invoices/issue-invoices.ts';
import { WATCH_NOTARY } from '#bff/papers/log/watch-notary.ts';
import { MONEY_MAILS_JOB } from '#bff/people/notifications/send-money-mails.ts';
import { WORK_PERSONAL_DATA } from '#bff/people/personal-data/work.ts';
import { APPLY_DUE_CHANGES } from '#bff/shop/bulk/due-changes.ts';
import { EXPIRE_ORDERS } from '#bff/shop/orders/expire-orders.ts';
import { MAKE_IMAGE_SIZES } from '#bff/shop/pictures/make-image-sizes.ts';
import { CLEAN_UP } from './clean-up.ts';

export const JOB_KINDS = [
  SEND_MAIL,
  ACCOUNT_LINK,
  DELIVER_WEBHOOKS,
  EXPIRE_ORDERS,
  MONEY_MAILS_JOB,
  REMIND_OF_CREDIT,
  RESET_SECOND_FACTORS,
  CARRY_OUT_CHANGES,
  WORK_SETTINGS,
  SEND_RECORDS,
  APPLY_DUE_CHANGES,
  MAKE_IMAGE_SIZES,
  ISSUE_INVOICES,
  WORK_PERSONAL_DATA,
  WATCH_LEDGER,
  WATCH_NOTARY,
  CLEAN_UP,
] as const;
