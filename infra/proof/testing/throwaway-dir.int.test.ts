import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, describe, it } from 'node:test';
import { eventually, PATIENCE_MS } from '#core/kernel/testing/eventually.ts';
import { liveServer } from '#infra/local/postgres/postmaster.ts';
import { type ProcessId, waitUntilGone } from '#infra/local/processes.ts';
import { makeThrowawayDir } from './throwaway-dir.ts';

const START_LIMIT_MS = 180_000;

describe('a throwaway directory', async () => {
  const systemDir = process.env.TMPDIR;
  let bench: ChildProcess | undefined;
  const root = await mkdtemp(path.join(tmpdir(), 'throwaway-'));
  process.env.TMPDIR = root;
  afterEach(() => void bench?.kill('SIGKILL'));
  after(async () => {
    if (systemDir === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = systemDir;
    await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });

  /** A run of `npm run bench` at work: its directory and the Postgres there. */
  async function startBench(other?: string): Promise<{ bench: ChildProcess; dir: string; server: ProcessId }> {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, '../bench/main.ts'), '--only', 'commands'], {
      env: { ...process.env, NODE_TEST_CONTEXT: undefined },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    bench = child;
    return eventually(async () => {
      const names = await readdir(root);
      const dir = path.join(root, names.find((name) => path.join(root, name) !== other) ?? 'none');
      const server = await liveServer(path.join(dir, 'postgres/data'));
      assert.ok(server);
      return { bench: child, dir, server };
    }, START_LIMIT_MS);
  }

  it('of a benchmark that was killed is removed by the next one', async () => {
    const first = await startBench();
    first.bench.kill('SIGKILL');
    assert.ok(await waitUntilGone([first.server], PATIENCE_MS));
    assert.ok(existsSync(first.dir));
    const next = await startBench(first.dir);
    assert.ok(!existsSync(first.dir));
    next.bench.kill('SIGTERM');
    assert.ok(await waitUntilGone([next.server], PATIENCE_MS));
  });

  it('stays while its owner lives, and for good once it is kept', async () => {
    const used = await makeThrowawayDir('test');
    const kept = await makeThrowawayDir('test');
    const place = await kept.keep();
    await (await makeThrowawayDir('test')).remove();
    assert.deepEqual([existsSync(used.path), existsSync(kept.path), existsSync(place)], [true, false, true]);
    await used.remove();
    assert.deepEqual(
      (await readdir(root)).filter((name) => /^giftledger-.*test-/.test(name)),
      [path.basename(place)],
    );
  });
});
