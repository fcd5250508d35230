import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { PROJECT_ROOT } from '#infra/local/paths.ts';
import { type Runtime, readRuntime } from '#infra/local/runtime.ts';

const START_LIMIT_MS = 300_000;

export type StartedStore = { readonly runtime: Runtime; stop(): Promise<void> };

/** What `npm start` runs, on this directory and without demonstration data; returns when all parts are ready. */
export async function startStore(dataDir: string, port = 0): Promise<StartedStore> {
  const { scripts } = z
    .object({ scripts: z.object({ start: z.string() }) })
    .parse(JSON.parse(await readFile(path.join(PROJECT_ROOT, 'package.json'), 'utf8')));
  const env = {
    ...process.env,
    PORT: String(port),
    MAILBOX_PORT: '0',
    GIFTLEDGER_DATA_DIR: dataDir,
    GIFTLEDGER_SEED: 'none',
    RATE_LIMIT: 'off',
  };
  // Without `exec` some shells stay between, and a signal would end only them.
  const start = spawn('sh', ['-c', `exec ${scripts.start}`], { cwd: PROJECT_ROOT, env, stdio: 'ignore' });
  const ended = once(start, 'exit');
  const stop = async () => {
    start.kill('SIGTERM');
    await ended;
  };
  try {
    const runtime = await eventually(async () => {
      const found = await readRuntime(dataDir);
      if (!found) throw new Error('The store did not start.');
      return found;
    }, START_LIMIT_MS);
    return { runtime, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
