import { z } from 'zod';

/** Sends one mail. The id of the job is the mail's, so that a mail that is queued twice is sent once. */
export const SEND_MAIL = {
  name: 'mail',
  schema: z.object({
    id: z.string(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
  }),
  // With the growing pauses between them, a mail server may be away for half an hour and more.
  attempts: 12,
} as const;

/** A server that refuses a mail repeats its address: jobs and logs say why, and not to whom. */
export async function sendMail<Mail extends { readonly to: string }>(
  mailer: { send(mail: Mail): Promise<void> },
  mail: Mail,
): Promise<void> {
  await mailer.send(mail).catch((error: Error) => {
    throw new Error(error.message.replaceAll(mail.to, '[recipient]'));
  });
}
