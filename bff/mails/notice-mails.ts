import { invoiceMinute } from '#bff/invoices/dates.ts';
import { type MailText, mailOf } from './layout.ts';

const NOT_YOURS = 'If this was not you, change your password at once and contact our support.';

export const apiKeyMadeMail = (name: string, mode: 'live' | 'test', abilities: readonly string[]): MailText =>
  mailOf({
    subject: 'An API key was made',
    name,
    paragraphs: [
      mode === 'test'
        ? `A new test key can call our API for your account. It changes nothing, and may read: ${abilities.join(', ')}. An earlier test key stopped working.`
        : `A new API key can call our API for your account. It may: ${abilities.join(', ')}. An earlier key stopped working.`,
      NOT_YOURS,
    ],
  });

export const apiKeyRemovedMail = (name: string): MailText =>
  mailOf({
    subject: 'The API key was revoked',
    name,
    paragraphs: ['The API key of your account no longer works. Systems that use it are refused.', NOT_YOURS],
  });

export const bankDetailsSavedMail = (name: string): MailText =>
  mailOf({
    subject: 'Your banking details were saved',
    name,
    paragraphs: [
      'The bank account that your withdrawals are paid to was entered or changed. Withdrawals asked for before keep the details they were asked with.',
      NOT_YOURS,
    ],
  });

export const withdrawalRequestedMail = (name: string, withdrawal: { number: string; amount: string }): MailText =>
  mailOf({
    subject: `A withdrawal was requested (${withdrawal.number})`,
    name,
    paragraphs: [
      `${withdrawal.amount} are held in your wallet until the withdrawal is paid out or rejected.`,
      'If this was not you, contact our support at once: until it is paid out, it can be stopped. Then change your password.',
    ],
  });

export const securityAlertMail = (
  name: string,
  event: { readonly name: string; readonly sentence: string },
  at: Date,
  url: string,
): MailText =>
  mailOf({
    subject: `Security: ${event.name}`,
    name,
    paragraphs: [
      `${event.sentence} It was seen on ${invoiceMinute(at)}.`,
      'The security log says more, and what to do next.',
    ],
    action: { label: 'Open the security log', url },
  });

export const companyChangedMail = (name: string): MailText =>
  mailOf({
    subject: 'Your changed company waits for approval',
    name,
    paragraphs: [
      'The name, registration number, country or tax number of your company was changed. Payouts wait until we have approved it, usually within 1-2 business days. You can go on buying with your balance.',
      NOT_YOURS,
    ],
  });

export const creditReminderMail = (
  name: string,
  credit: { used: string; limit: string; since: string; usedPercent: number | null; url: string },
): MailText =>
  mailOf({
    subject: `Your credit: ${credit.used} are drawn`,
    name,
    paragraphs: [
      `${credit.used} of your credit limit of ${credit.limit}${credit.usedPercent === null ? '' : ` (${credit.usedPercent} %)`} are drawn, the oldest part since ${credit.since}.`,
      'A deposit pays back what was drawn first. Where the limit is used up, new orders wait until the wallet covers them.',
      'If a transfer is on its way, there is nothing to do. Otherwise please pay it back, or talk to us.',
    ],
    action: { label: 'Deposit funds', url: credit.url },
  });
