import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '#infra/local/ports.ts';
import { shareOfTestServer } from '#infra/proof/testing/test-event-store.ts';
import { makeThrowawayDir } from '#infra/proof/testing/throwaway-dir.ts';
import { aimedProduct, isAimed } from './aimed.ts';
import type { TlsFront } from './tls-front.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const START_LIMIT_MS = 480_000;
const STOP_LIMIT_MS = 120_000;

export type Product = {
  /** Address of the store. */
  url: string;
  mailboxUrl: string;
  /** Runs a script against this product, e.g. `run('programs/ledger/main.ts', ['verify'])`; returns its stdout. */
  run(script: string, args: string[]): Promise<string>;
  /** What `npm start` has printed so far. */
  output(): string;
  stop(): Promise<void>;
};

/** A demonstration of this size; or an empty store in production, which browsers reach by what stands before it. */
type Beginning = { customers: number; orders: number } | Pick<TlsFront, 'url' | 'leadTo'>;

/**
 * Starts the product as `npm start` does, with its own data and ports, and waits until it reports that it is ready; or
 * takes the one at E2E_URL.
 * @throws with its output where it ends or stays silent.
 */
export async function startProduct(options: Beginning): Promise<Product> {
  if (isAimed && !('leadTo' in options)) return aimedProduct();
  const dir = await makeThrowawayDir('e2e');
  const [port, mailboxPort] = [await freePort(), await freePort()];
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    GIFTLEDGER_DATA_DIR: dir.path,
    PORT: String(port),
    MAILBOX_PORT: String(mailboxPort),
    GIFTLEDGER_EVENTSTORE_URL: await shareOfTestServer(),
    ...('leadTo' in options
      ? { PUBLIC_URL: options.url }
      : {
          SEED_CUSTOMERS: String(options.customers),
          SEED_ORDERS: String(options.orders),
          RATE_LIMIT: 'off',
        }),
    // With the runner's variables, a node:test child would report to its parent.
    NODE_TEST_CONTEXT: undefined,
  };
  const program = ['programs/start.ts', ...('leadTo' in options ? ['--empty'] : [])];
  const child = spawn(process.execPath, ['--import', './infra/local/child-guard.ts', ...program], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const local = `http://localhost:${port}`;
  if ('leadTo' in options) options.leadTo(port);
  const run = async (script: string, args: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
      cwd: ROOT,
      env,
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  };
  try {
    await waitUntilReady(child, `${local}/api/health/ready`, path.join(dir.path, 'runtime.json'), () => printed);
    // A payout to a new account is completed in the same run, and what two owners decide counts in it.
    if ('customers' in options) await run('web/e2e/short-waits.ts', []);
  } catch (error) {
    await stop(child);
    throw error;
  }
  return {
    url: 'leadTo' in options ? options.url : local,
    mailboxUrl: `http://localhost:${mailboxPort}`,
    output: () => printed,
    run,
    stop: async () => {
      await stop(child);
      await dir.remove();
    },
  };
}

async function waitUntilReady(child: ChildProcess, readyUrl: string, runtimeFile: string, printed: () => string) {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}:\n${printed()}`);
    const isAnnounced = await readFile(runtimeFile).then(
      () => true,
      () => false,
    );
    if (isAnnounced) {
      const response = await fetch(readyUrl).catch(() => undefined);
      if (response?.ok) return;
    }
    await delay(200);
  }
  throw new Error(`the product was not ready after ${START_LIMIT_MS / 1000} s:\n${printed()}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const isLate = await Promise.race([ended.then(() => false), delay(STOP_LIMIT_MS, true, { ref: false })]);
  if (isLate) {
    child.kill('SIGKILL');
    throw new Error(`the product did not stop within ${STOP_LIMIT_MS / 1000} s`);
  }
}
