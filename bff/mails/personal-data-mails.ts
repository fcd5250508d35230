import { type MailText, mailOf } from './layout.ts';

const NOT_YOU = 'If this was not you, take the request back in the settings, and change your password at once.';

export const erasureRequestedMail = (name: string, settingsUrl: string): MailText =>
  mailOf({
    subject: 'You asked us to erase your account',
    name,
    paragraphs: [
      'An owner of the store looks at your request. Once it is confirmed, your account and everything about you are removed for good. Until then you can take it back.',
      NOT_YOU,
    ],
    action: { label: 'Open the settings', url: settingsUrl },
  });

export const exportRequestedMail = (name: string, settingsUrl: string): MailText =>
  mailOf({
    subject: 'You asked for a copy of your data',
    name,
    paragraphs: ['An owner of the store looks at your request. We mail you once your copy can be downloaded.', NOT_YOU],
    action: { label: 'Open the settings', url: settingsUrl },
  });

export const exportReadyMail = (name: string, settingsUrl: string): MailText =>
  mailOf({
    subject: 'Your data can be downloaded',
    name,
    paragraphs: [
      'The copy that you asked for is ready in the settings for a week. You need your password or a code of your authenticator app.',
      'If you did not ask for it, change your password at once and contact our support.',
    ],
    action: { label: 'Open the settings', url: settingsUrl },
  });

export const requestRefusedMail = (name: string, what: string, note: string): MailText =>
  mailOf({
    subject: `Your request was refused: ${what}`,
    name,
    paragraphs: [`We could not do what you asked for (${what}). The reason:`, note],
  });

export const erasureBlockedMail = (name: string, obstacles: readonly string[]): MailText =>
  mailOf({
    subject: 'Your account cannot be erased yet',
    name,
    paragraphs: [
      'Something stands in the way that was not there when you asked. Nothing was removed, and you can sign in again.',
      ...obstacles,
      'Your request stays open.',
    ],
  });

export const erasureLastMail = (name: string, years: number): MailText =>
  mailOf({
    subject: 'Your account is erased',
    name,
    paragraphs: [
      'As you asked, your account and everything about you are being removed now. Nobody can sign in any more. This is our last mail.',
      `The law has us keep your invoices for ${years} years; they lie sealed, and are removed then. Our books keep their entries without your name.`,
    ],
  });
