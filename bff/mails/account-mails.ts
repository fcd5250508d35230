import { type MailText, mailOf } from './layout.ts';

const NOT_YOU = 'If this was not you, ignore this mail: nothing changes without the link.';

export const verifyEmailMail = (name: string, url: string): MailText =>
  mailOf({
    subject: 'Verify your email address',
    name,
    paragraphs: ['Please confirm that this address is yours. The link works for 24 hours.'],
    action: { label: 'Verify email address', url },
    closing: NOT_YOU,
  });

export const alreadyRegisteredMail = (name: string, signInUrl: string): MailText =>
  mailOf({
    subject: 'You already have an account',
    name,
    paragraphs: [
      'Somebody tried to register with this address, which already has an account here. Nothing was changed.',
      'If it was you, sign in, or choose a new password on the sign-in page.',
    ],
    action: { label: 'Sign in', url: signInUrl },
  });

export const resetPasswordMail = (name: string, url: string): MailText =>
  mailOf({
    subject: 'Choose a new password',
    name,
    paragraphs: ['You asked for a new password. The link works once, for 60 minutes.'],
    action: { label: 'Choose a new password', url },
    closing: NOT_YOU,
  });

export const passwordChangedMail = (name: string, forgotUrl: string): MailText =>
  mailOf({
    subject: 'Your password was changed',
    name,
    paragraphs: [
      'The password of your account was changed, and other devices were signed out.',
      'If this was not you, choose a new password at once and contact our support.',
    ],
    action: { label: 'Choose a new password', url: forgotUrl },
  });

export const emailChangeRequestedMail = (name: string): MailText =>
  mailOf({
    subject: 'Your email address is about to change',
    name,
    paragraphs: [
      'A new address was entered for your account. It takes effect once the link that we sent there was opened.',
      'If this was not you, change your password and contact our support.',
    ],
  });

export const accountApprovedMail = (name: string, url: string): MailText =>
  mailOf({
    subject: 'Your account is approved',
    name,
    paragraphs: ['Your company was reviewed and your account is approved. You can add funds and order gift cards now.'],
    action: { label: 'Open the store', url },
  });

export const webhookGivenUpMail = (name: string, address: string, settingsUrl: string): MailText =>
  mailOf({
    subject: 'A webhook endpoint was switched off',
    name,
    paragraphs: [
      `Nothing that we sent to ${address} arrived for three days, so we send nothing there any more.`,
      'Your orders, deposits and withdrawals are not affected. Once it answers again, switch it on in the settings: what waits is sent then.',
    ],
    action: { label: 'Open the settings', url: settingsUrl },
  });

export const ticketReceivedMail = (name: string, number: string): MailText =>
  mailOf({
    subject: `We received your message (${number})`,
    name,
    paragraphs: [`Thank you for writing to us. Your ticket is ${number}; we usually answer within one business day.`],
  });

export const ticketReplyMail = (name: string, number: string, subject: string, message: string): MailText =>
  mailOf({
    subject: `Re: ${subject} (${number})`,
    name,
    paragraphs: message.split(/\n{2,}/).map((part) => part.trim()),
  });
