import { z } from 'zod';
import { dataOf, named } from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';

const MailReaders = z.enum(['customers', 'administrators']);

const MailEntry = named('SettingsMail', {
  name: z.string(),
  /** With example values. */
  subject: z.string(),
  to: MailReaders,
});
export type MailEntry = z.infer<typeof MailEntry>;

const MailPreview = named('SettingsMailPreview', {
  ...MailEntry.shape,
  /** Null: the address that the server is configured with. */
  from: z.string().nullable(),
  text: z.string(),
  /** A whole page that loads nothing: a logo lies in it. */
  html: z.string(),
});
export type MailPreview = z.infer<typeof MailPreview>;

/** What became of a mail to oneself. `waiting` and `refused`: it is tried again. */
export const TestMailAnswer = z.object({ outcome: z.enum(['sent', 'refused', 'waiting']), message: z.string() });
export type TestMailAnswer = z.infer<typeof TestMailAnswer>;

const MailParams = z.object({ name: z.string().max(60) });
const desk = routesFor({ auth: 'administrator', permission: 'settings:read', tag: 'Admin: settings' });

export const adminMailRoutes = {
  listSettingsMails: desk.get('/admin/settings/mails', 'Every mail that the store sends.', dataOf(z.array(MailEntry))),
  previewMail: desk.get(
    '/admin/settings/mails/:name',
    'A mail as it is sent, with example values.',
    dataOf(MailPreview),
    { params: MailParams },
  ),
  sendExampleMail: desk.post(
    '/admin/settings/mails/:name/test',
    'Send a mail with example values to oneself, and say whether the mail server took it.',
    TestMailAnswer,
    { permission: 'mails:test', params: MailParams },
  ),
};
