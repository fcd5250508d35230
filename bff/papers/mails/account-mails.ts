import type { Mail } from '#bff/kit/mails/layout.ts';
import { invoiceMinute } from '#bff/papers/invoices/dates.ts';

const NOT_YOU = 'If this was not you, ignore this mail: nothing changes without the link.';

/** Sent without a name, because it is not known yet who entered it. */
export const verifyEmailMail = (url: string): Mail => ({
  subject: 'Verify your email address',
  paragraphs: [
    'Please confirm that this address is yours. The link works for 24 hours.',
    'If you did not sign up, ignore this mail. If you signed up more than once, what you entered last in that browser counts.',
  ],
  action: { label: 'Verify email address', url },
  closing: NOT_YOU,
});

export const alreadyRegisteredMail = (signInUrl: string): Mail => ({
  subject: 'You already have an account',
  paragraphs: [
    'Somebody tried to register with this address, which already has an account here. Nothing was changed.',
    'If it was you, sign in, or choose a new password on the sign-in page.',
  ],
  action: { label: 'Sign in', url: signInUrl },
});

export const resetPasswordMail = (url: string): Mail => ({
  subject: 'Choose a new password',
  paragraphs: ['You asked for a new password. The link works once, for 60 minutes.'],
  action: { label: 'Choose a new password', url },
  closing: NOT_YOU,
});

/** `removed`: second factors that were young and not confirmed. */
export const passwordChangedMail = (forgotUrl: string, removed: readonly string[] = []): Mail => ({
  subject: 'Your password was changed',
  paragraphs: [
    'The password of your account was changed. Other devices were signed out, and links and API keys from before stopped working.',
    ...(removed.length === 0 ? [] : [`Removed, because they are new and were not confirmed: ${removed.join(', ')}.`]),
    'If this was not you, choose a new password at once and contact our support.',
  ],
  action: { label: 'Choose a new password', url: forgotUrl },
});

export const administratorInvitedMail = (url: string, store: string): Mail => ({
  subject: `You are an administrator of ${store}`,
  paragraphs: [
    'An owner added you to the back office. Choose a password to sign in. The link works once, for 24 hours; then ask for a new one.',
  ],
  action: { label: 'Choose a password', url },
  closing: 'If you do not expect this, ignore this mail: nobody can sign in without the link.',
});

export const administratorLinkMail = (url: string): Mail => ({
  subject: 'Choose a new password for the back office',
  paragraphs: [
    'An owner asked for it. Your password stopped working and you are signed out everywhere. The link works once, for 24 hours.',
  ],
  action: { label: 'Choose a password', url },
  closing: 'If you do not expect this, ask an owner of the store.',
});

export const administratorPasswordChangedMail: Mail = {
  subject: 'Your password was changed',
  paragraphs: [
    'The password of your back-office account was changed. Your other devices were signed out.',
    'If this was not you, tell the other administrators at once: they can reset your account on the command line.',
  ],
};

/** To an address that was changed a few days ago: for a time only its former owner can have it. */
export const addressHeldMail: Mail = {
  subject: 'This address cannot be used yet',
  paragraphs: [
    'Somebody entered this address for an account. It belonged to another account until a few days ago, and can still be taken back by the link in the mail that we sent then.',
    'Once that link has ended, the address can be used. Nothing was changed.',
  ],
};

export const sessionsEndedMail = (forgotUrl: string): Mail => ({
  subject: 'You were signed out everywhere',
  paragraphs: [
    'Our support signed your account out on every device. Your money, orders and settings are as they were.',
    'If you did not ask for it and somebody else may know your password, choose a new one before you sign in again.',
  ],
  action: { label: 'Choose a new password', url: forgotUrl },
});

export const accountFrozenMail: Mail = {
  subject: 'Your account is frozen',
  paragraphs: [
    'To protect it, our support froze your account: nobody can sign in, and API keys do not work.',
    'Your money is safe, and your orders stay as they are. Please answer our support, or write to us, and we open the account again once it is clear that it is in your hands.',
  ],
};

export const accountUnfrozenMail = (signInUrl: string): Mail => ({
  subject: 'Your account is open again',
  paragraphs: ['Our support opened your account again. You can sign in, and your API keys work.'],
  action: { label: 'Sign in', url: signInUrl },
});

export const emailChangedMail = (restoreUrl: string): Mail => ({
  subject: 'Your email address was changed',
  paragraphs: [
    'Your account has another email address now. This address no longer signs in.',
    'If this was not you, take your account back with the link. It works for 7 days, signs out every device and asks for a new password.',
  ],
  action: { label: 'Take my account back', url: restoreUrl },
});

export const newDeviceMail = (seen: SeenDevice & { url: string }): Mail => ({
  subject: 'A new device signed in to your account',
  paragraphs: [
    signedIn(seen),
    'If this was you, there is nothing to do. If not, choose a new password at once: it signs out every device.',
  ],
  action: { label: 'Choose a new password', url: seen.url },
});

/** No mail alone resets an administrator's password: they change it while signed in, or an owner resets it. */
export const newAdministratorDeviceMail = (seen: SeenDevice & { url: string }): Mail => ({
  subject: 'A new device signed in to your back-office account',
  paragraphs: [
    signedIn(seen),
    'If this was you, there is nothing to do. If not, sign that device out and change your password in the security settings at once.',
    'If you cannot sign in, ask an owner to reset your account.',
  ],
  action: { label: 'Open the security settings', url: seen.url },
});

type SeenDevice = { readonly device: string; readonly address: string; readonly at: Date };
const signedIn = ({ device, address, at }: SeenDevice) =>
  `${device} signed in from ${address} on ${invoiceMinute(at)}.`;

export const emailChangeRequestedMail: Mail = {
  subject: 'Your email address is about to change',
  paragraphs: [
    'A new address was entered for your account. It takes effect once the link that we sent there was opened.',
    'If this was not you, change your password and contact our support.',
  ],
};

export const accountApprovedMail = (url: string): Mail => ({
  subject: 'Your account is approved',
  paragraphs: [
    'Your company was reviewed and your account is approved. You can deposit funds and order gift cards now.',
  ],
  action: { label: 'Open the store', url },
});

const NOT_YOUR_WEBHOOK =
  'If this was not you, remove it in the settings, change your password and contact our support.';

export const webhookAddedMail = (address: string, settingsUrl: string): Mail => ({
  subject: 'A webhook endpoint was added',
  paragraphs: [
    `From now on ${address} gets a message for each order, deposit and withdrawal of your account. It gets no gift codes and no bank data.`,
    NOT_YOUR_WEBHOOK,
  ],
  action: { label: 'Open the settings', url: settingsUrl },
});

export const webhookMovedMail = (
  { before, now }: { readonly before: string; readonly now: string },
  settingsUrl: string,
): Mail => ({
  subject: 'The address of a webhook endpoint was changed',
  paragraphs: [
    `Messages about your orders, deposits and withdrawals go to ${now} from now on. Before, they went to ${before}. They have no gift codes and no bank data.`,
    NOT_YOUR_WEBHOOK,
  ],
  action: { label: 'Open the settings', url: settingsUrl },
});

/** `until`: when the old secret stops signing. */
export const webhookSecretMail = (address: string, until: Date, settingsUrl: string): Mail => ({
  subject: 'A webhook endpoint has a new secret',
  paragraphs: [
    `Messages to ${address} are signed with a new secret. The old one signs them, too, until ${invoiceMinute(until)}.`,
    NOT_YOUR_WEBHOOK,
  ],
  action: { label: 'Open the settings', url: settingsUrl },
});

export const webhookGivenUpMail = (
  { address, why }: { readonly address: string; readonly why: string },
  settingsUrl: string,
): Mail => ({
  subject: 'A webhook endpoint was switched off',
  paragraphs: [
    `We send nothing to ${address} any more, because ${why}.`,
    'Your orders, deposits and withdrawals are not affected. Once it answers again, switch it on in the settings: what waits is sent then.',
  ],
  action: { label: 'Open the settings', url: settingsUrl },
});

export const ticketReceivedMail = (number: string): Mail => ({
  subject: `We received your message (${number})`,
  paragraphs: [`Thank you for writing to us. Your ticket is ${number}; we usually answer within one business day.`],
});

/** `subject`: only where the address is proven to be the writer's. Otherwise anybody may have typed it. */
export const ticketReplyMail = (number: string, message: string, subject?: string): Mail => ({
  subject: subject ? `Re: ${subject} (${number})` : `Our answer to your message (${number})`,
  paragraphs: message.split(/\n{2,}/).map((part) => part.trim()),
});
