import { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import { mailStore } from '#bff/kit/lib/look.ts';
import { knownSeller, storeName } from '#bff/kit/lib/seller.ts';
import type { SettingsReader } from '#core/ledger/settings.ts';
import { mailOf } from './layout.ts';
import type { OutgoingMail } from './mail-queue.ts';

const Envelope = z.object({ id: z.string(), to: z.string(), sender: z.literal('operator').optional() });
const Waiting = Envelope.extend({
  name: z.string().optional(),
  mail: z.object({
    subject: z.string(),
    paragraphs: z.array(z.string()).readonly(),
    action: z.object({ label: z.string(), url: z.string() }).optional(),
    verbatim: z.string().optional(),
    closing: z.string().optional(),
    pauseMinutes: z.number().optional(),
  }),
});
/** As 0.3.0 queued it. */
const Finished = Envelope.extend({ subject: z.string(), text: z.string(), html: z.string() });

/** The job has the mail's id, so that a mail that is queued twice is sent once. */
export const SEND_MAIL = {
  name: 'mail',
  schema: z.union([Waiting, Finished]),
  // The pauses between attempts grow, so a mail server may be away for more than an hour. The time of a link begins again with each.
  attempts: 12,
} as const;

/** A mail as it leaves, in the look of now. */
export function finishMail(
  { settings, config }: Pick<BffDeps, 'settings' | 'config'>,
  queued: z.infer<typeof SEND_MAIL.schema>,
): OutgoingMail {
  if (!('mail' in queued)) return queued;
  const { mail, name, ...envelope } = queued;
  return { ...envelope, ...mailOf({ ...mail, name, store: mailStore(settings, config.publicUrl) }) };
}

/**
 * Who a mail comes from, `"Name" <address>`, as the settings say. Undefined where they do not, where it comes from the operator, or where they
 * cannot be read at the moment: no mail waits for that.
 */
export function senderOf(
  settings: Pick<SettingsReader, 'now'>,
  { sender }: Pick<OutgoingMail, 'sender'>,
): string | undefined {
  if (sender === 'operator') return undefined;
  const address = knownSeller(settings)?.mailFrom;
  return address ? `"${storeName(settings).replaceAll(/["\\\r\n]/g, '')}" <${address}>` : undefined;
}

/**
 * A mail server repeats the address in its refusal, in its own spelling (in small letters, with the domain in ASCII), so only the reason goes
 * into jobs and logs.
 */
export async function sendMail<Mail extends { readonly to: string }>(
  mailer: { send(mail: Mail): Promise<void> },
  mail: Mail,
): Promise<void> {
  const mailbox = mail.to.slice(0, mail.to.lastIndexOf('@') + 1).toLowerCase();
  await mailer.send(mail).catch((error: Error) => {
    const hidden = (address: string) => (address.toLowerCase().includes(mailbox) ? '[recipient]' : address);
    throw new Error(error.message.replace(/[^\s<>]+@[^\s<>]+/g, hidden));
  });
}
