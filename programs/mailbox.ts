// Runs the mailbox of the local stack: MAIL_DIR, MAILBOX_PORT, SMTP_PORT.
import path from 'node:path';
import { z } from 'zod';
import { onStop } from '#infra/adapters/on-stop.ts';
import { startMailbox } from '#infra/local/mailbox/mailbox.ts';
import { localDataDir } from '#infra/local/paths.ts';

const environment = z.object({
  MAIL_DIR: z.string().min(1).default(path.join(localDataDir(), 'mail')),
  MAILBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  SMTP_PORT: z.coerce.number().int().min(0).max(65_535).default(1025),
});

const parsed = environment.safeParse(process.env);
if (!parsed.success) {
  console.error(`The mailbox cannot start:\n${z.prettifyError(parsed.error)}`);
  process.exit(1);
}
const { MAIL_DIR, MAILBOX_PORT, SMTP_PORT } = parsed.data;

let stopMailbox = async () => {};
async function stop(): Promise<void> {
  await stopMailbox();
  process.exit(0);
}
onStop(stop);

try {
  const mailbox = await startMailbox({ dir: MAIL_DIR, httpPort: MAILBOX_PORT, smtpPort: SMTP_PORT });
  stopMailbox = () => mailbox.stop();
  process.send?.({ ready: true, httpPort: mailbox.httpPort, smtpPort: mailbox.smtpPort });
} catch (error) {
  console.error(`The mailbox cannot start: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
