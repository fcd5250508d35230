import { SMTPServer } from 'smtp-server';
import { z } from 'zod';
import type { TestStack } from '#infra/proof/testing/stack.ts';
import { startDoubledStore } from '../rolling/store.ts';
import type { FailoverStore } from './run.ts';

/** Two of each part, each a process, and a mail server. */
export async function startInParts(
  stack: Pick<TestStack, 'databaseUrl' | 'eventstoreUrl'>,
  received: string[],
): Promise<FailoverStore> {
  const mailbox = await startMailbox(received);
  return startDoubledStore(
    { drainSeconds: 0, healthEveryMs: 500, smtpUrl: mailbox.url },
    { ...stack, stop: () => mailbox.close() },
  );
}

async function startMailbox(received: string[]) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      received.push(address);
      done();
    },
    onData(stream, _session, done) {
      stream.resume();
      stream.on('end', done);
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  const { port } = z.object({ port: z.int() }).parse(listening.address());
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
