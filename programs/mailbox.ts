// Runs the mailbox of the local stack.
import path from 'node:path';
import { STRIP, STRIP_CSS } from '#bff/kit/lib/demonstration.ts';
import { readOptions, wholeOption } from '#infra/adapters/config/command-options.ts';
import { onStop } from '#infra/adapters/on-stop.ts';
import { startMailbox } from '#infra/local/mailbox/mailbox.ts';
import { localDataDir } from '#infra/local/paths.ts';

const MAX_PORT = 65_535;
const options = readOptions(
  'node programs/mailbox.ts [--port 3001] [--smtp-port 1025] [--folder .data/mail] [--demonstration]\n\nTakes mails by SMTP, keeps them in the folder and shows them in a browser. With --demonstration each page says that it is one.',
  {
    port: { type: 'string', default: '3001' },
    'smtp-port': { type: 'string', default: '1025' },
    demonstration: { type: 'boolean', default: false },
    folder: { type: 'string', default: path.join(localDataDir(), 'mail') },
  },
);
const httpPort = wholeOption('port', options.port, 0, MAX_PORT);
const smtpPort = wholeOption('smtp-port', options['smtp-port'], 0, MAX_PORT);

let stopMailbox = async () => {};
async function stop(): Promise<void> {
  await stopMailbox();
  process.exit(0);
}
onStop(stop);

try {
  const notice = options.demonstration ? { html: STRIP, css: STRIP_CSS } : undefined;
  const mailbox = await startMailbox({ dir: options.folder, httpPort, smtpPort, notice });
  stopMailbox = () => mailbox.stop();
  process.send?.({ ready: true, httpPort: mailbox.httpPort, smtpPort: mailbox.smtpPort });
} catch (error) {
  console.error(`The mailbox cannot start: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
