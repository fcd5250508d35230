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
