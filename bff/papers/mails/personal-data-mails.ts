import type { Mail } from '#bff/kit/mails/layout.ts';

const NOT_YOU = 'If this was not you, take the request back in the settings, and change your password at once.';

export const erasureRequestedMail = (settingsUrl: string): Mail => ({
  subject: 'You asked us to erase your account',
  paragraphs: [
    'An owner of the store looks at your request. Once it is confirmed, your account and everything about you are removed for good. Until then you can take it back.',
    NOT_YOU,
  ],
  action: { label: 'Open the settings', url: settingsUrl },
});

export const exportRequestedMail = (settingsUrl: string): Mail => ({
  subject: 'You asked for a copy of your data',
  paragraphs: ['An owner of the store looks at your request. We mail you once your copy can be downloaded.', NOT_YOU],
  action: { label: 'Open the settings', url: settingsUrl },
});

export const exportReadyMail = (settingsUrl: string): Mail => ({
  subject: 'Your data can be downloaded',
  paragraphs: [
    'The copy that you asked for is ready in the settings for a week. You need your password or a code of your authenticator app.',
    'If you did not ask for it, change your password at once and contact our support.',
  ],
  action: { label: 'Open the settings', url: settingsUrl },
});

export const requestRefusedMail = (what: string, note: string): Mail => ({
  subject: `Your request was refused: ${what}`,
  paragraphs: [`We could not do what you asked for (${what}). The reason:`, note],
});

export const erasureBlockedMail = (obstacles: readonly string[]): Mail => ({
  subject: 'Your account cannot be erased yet',
  paragraphs: [
    'Something stands in the way that was not there when you asked. Nothing was removed, and you can sign in again.',
    ...obstacles,
    'Your request stays open.',
  ],
});

export const erasureLastMail = (years: number): Mail => ({
  subject: 'Your account is erased',
  paragraphs: [
    'As you asked, your account and everything about you are being removed now. Nobody can sign in any more. This is our last mail.',
    `The law has us keep your invoices for ${years} years; they lie sealed, and are removed then. Our books keep their entries without your name.`,
  ],
});
