import type { Mail } from '#bff/kit/mails/layout.ts';
import { invoiceMinute } from '#bff/papers/invoices/dates.ts';

/** Advice about a change that the reader did not make; the same for customers and administrators. */
const NOT_YOURS = 'If this was not you, change your password at once and contact our support.';
const KEEP_CODES =
  'Keep the recovery codes that you were shown. Each signs in once where you do not have your phone or passkey.';
const PASSWORD_ALONE = 'The recovery codes were removed too. Your password alone signs in from now on.';
const STILL_TWO = 'Signing in still takes your password and another second factor, or a passkey.';

/** The way out for somebody who did not add it. Customers have a link. */
const adviceOn = (undo: Undo | undefined) =>
  undo
    ? `If this was not you, open the link within ${undo.days} days: it removes what was added, signs out every device and asks for a new password.`
    : NOT_YOURS;
const buttonOf = (undo: Undo | undefined) => undo && { action: { label: 'This was not me', url: undo.url } };
export type Undo = { readonly url: string; readonly days: number };

export const mfaEnabledMail = (undo?: Undo): Mail => ({
  subject: 'Two-factor authentication is on',
  paragraphs: [
    'An authenticator app was set up: signing in takes your password and a code of the app from now on. All other devices were signed out.',
    KEEP_CODES,
    adviceOn(undo),
  ],
  ...buttonOf(undo),
});

export const mfaRemovedMail = (isLast: boolean): Mail => ({
  subject: isLast ? 'Two-factor authentication is off' : 'Your authenticator app was removed',
  paragraphs: ['The authenticator app was removed from your account.', isLast ? PASSWORD_ALONE : STILL_TWO, NOT_YOURS],
});

export const passkeyAddedMail = (passkey: string, isFirst: boolean, undo?: Undo): Mail => ({
  subject: 'A passkey was added to your account',
  paragraphs: [
    `The passkey “${passkey}” signs in to your account from now on, without a password.`,
    ...(isFirst
      ? ['With the password alone nobody gets in any more. All other devices were signed out.', KEEP_CODES]
      : []),
    adviceOn(undo),
  ],
  ...buttonOf(undo),
});

export const passkeyRemovedMail = (passkey: string, isLast: boolean): Mail => ({
  subject: isLast ? 'Two-factor authentication is off' : 'A passkey was removed from your account',
  paragraphs: [`The passkey “${passkey}” no longer signs in.`, isLast ? PASSWORD_ALONE : STILL_TWO, NOT_YOURS],
});

export const passkeyRefusedMail = (passkey: string): Mail => ({
  subject: 'A passkey was refused',
  paragraphs: [
    `Somebody tried to use the passkey “${passkey}”, and it was refused: it says that it was used less often than we know. A copy of it may exist on another device.`,
    'Remove this passkey in the security settings and add a new one. If it happens again, contact our support.',
  ],
});

export const recoveryCodeUsedMail = (left: number): Mail => ({
  subject: 'A recovery code was used',
  paragraphs: [
    `A recovery code was used in place of your authenticator app or passkey. It does not work again; ${left} of your codes are left.`,
    'If your phone is lost, set the app up on another one and make new codes in the security settings.',
    NOT_YOURS,
  ],
});

export const recoveryCodesMadeMail: Mail = {
  subject: 'You have new recovery codes',
  paragraphs: ['New recovery codes were made in the security settings. The earlier ones no longer work.', NOT_YOURS],
};

export const resetAskedMail = (dueAt: Date, stopUrl: string): Mail => ({
  subject: 'Your two-factor authentication is about to be removed',
  paragraphs: [
    `Somebody told our support that you lost your second factor, and answered for being you. It is removed on ${invoiceMinute(dueAt)}; from then on your password alone signs in, until you set up a new one.`,
    'If you asked for it, there is nothing to do.',
    'If this was not you, stop it with the link at once, change your password and contact our support.',
  ],
  action: { label: 'Stop it', url: stopUrl },
});

export const resetStoppedMail: Mail = {
  subject: 'Your two-factor authentication stays',
  paragraphs: [
    'The removal of your second factor was stopped. Nothing changed.',
    'If you did not ask for the removal yourself, somebody else did: change your password.',
  ],
};

export const resetDoneMail: Mail = {
  subject: 'Two-factor authentication is off',
  paragraphs: [
    'Your second factor was removed, as announced, and all devices were signed out. Your password alone signs in from now on.',
    'Please set up a new passkey or authenticator app in the security settings today.',
    NOT_YOURS,
  ],
};
