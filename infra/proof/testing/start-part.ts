import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import type { TestStack } from './stack.ts';

/** Runs a part's program in its own process on a test stack, at most until the calling describe, case or file ends. Its log is its `stdout`. */
export function startPart(
  main: string,
  stack: Pick<TestStack, 'databaseUrl' | 'eventstoreUrl'>,
  { options = [], env = {} }: { readonly options?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): ChildProcess {
  const secret = () => randomBytes(32).toString('hex');
  const child = fork(main, [...options], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      LOG_LEVEL: 'silent',
      DATABASE_URL: stack.databaseUrl,
      EVENTSTORE_URL: stack.eventstoreUrl,
      SMTP_URL: 'smtp://127.0.0.1:1',
      JWT_SECRET: secret(),
      ADMIN_JWT_SECRET: secret(),
      DATA_ENCRYPTION_KEYS: `1:${randomBytes(32).toString('base64')}`,
      ...env,
    },
  });
  child.stdout?.resume();
  after(() => void child.kill('SIGKILL'));
  return child;
}
