import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#infra/local/ports.ts';
import { startPostgres } from '#infra/local/postgres/start-postgres.ts';
import { makeThrowawayDir } from '../testing/throwaway-dir.ts';
import { median, type Row } from './measure.ts';
import { startStore } from './npm-start.ts';

const POLL_MS = 20;
type WholeStart = { readonly answersMs: number; readonly readyMs: number };

const AIM = 18;

/** A start of a store that has its data, against what any store on Postgres and Node needs before its first line. */
export async function* benchStart(_stack: unknown, { rounds }: { rounds: number }): AsyncGenerator<Row> {
  const [store, bare] = [await makeThrowawayDir('start'), await makeThrowawayDir('bare-start')];
  try {
    // The first start of each makes the data, and the second fills Node's cache of compiled code.
    for (let round = 0; round < 2; round += 1) {
      await startBare(bare.path);
      await startWhole(store.path);
    }
    const runs: ({ readonly bareMs: number } & WholeStart)[] = [];
    for (let round = 0; round < rounds; round += 1)
      runs.push({ bareMs: await startBare(bare.path), ...(await startWhole(store.path)) });
    const bareMs = median(runs.map((run) => run.bareMs));
    const row = (what: string, of: 'answersMs' | 'readyMs'): Row => ({
      what: `a start until ${what}: ${median(runs.map((run) => run[of])).toFixed(0)} ms`,
      baseline: `Postgres and Node that do nothing (${bareMs.toFixed(0)} ms)`,
      aim: AIM,
      isCeiling: true,
      ratio: median(runs.map((run) => run[of] / run.bareMs)),
    });
    yield row('the API is ready', 'answersMs');
    yield row('all parts are ready', 'readyMs');
  } finally {
    await Promise.all([store.remove(), bare.remove()]);
  }
}

async function startBare(dir: string): Promise<number> {
  const beganMs = performance.now();
  const postgres = await startPostgres({ dir: path.join(dir, 'postgres'), password: 'bench' });
  const node = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
  await once(node, 'exit');
  const ms = performance.now() - beganMs;
  await postgres.stop();
  return ms;
}

async function startWhole(dir: string): Promise<WholeStart> {
  const port = await freePort();
  const beganMs = performance.now();
  const sinceBeginning = () => performance.now() - beganMs;
  const waiting = new AbortController();
  const answering = untilReady(port, waiting.signal).then(sinceBeginning);
  try {
    const store = await startStore(dir, port);
    const readyMs = sinceBeginning();
    const answersMs = await answering;
    await store.stop();
    return { answersMs, readyMs };
  } finally {
    waiting.abort();
  }
}

async function untilReady(port: number, signal: AbortSignal): Promise<void> {
  for (; !signal.aborted; await delay(POLL_MS)) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
  }
}
