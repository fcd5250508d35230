import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, describe, it } from 'node:test';
import { z } from 'zod';
import { PATIENCE_MS } from '#core/kernel/testing/eventually.ts';
import { isRunning, ProcessId, waitUntilGone } from '../processes.ts';
import { liveServer } from './postmaster.ts';
import { startPostgres } from './start-postgres.ts';

describe('the watchdog of a Postgres', async () => {
  let owner: ChildProcess | undefined;

  // Short, because a socket's path may have 107 characters.
  const dir = await mkdtemp(path.join(tmpdir(), 'wd-'));
  afterEach(() => void owner?.kill('SIGKILL'));
  after(async () => {
    await rm(dir, { recursive: true, force: true });
  });

  /** A process that has started a Postgres in `dir`, and that Postgres. */
  async function startOwner(): Promise<{ owner: ChildProcess; server: ProcessId }> {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, '../fixtures/owner.ts'), dir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    owner = child;
    await once(child.stdout, 'data');
    const server = await liveServer(path.join(dir, 'data'));
    assert.ok(server);
    return { owner: child, server };
  }

  for (const signal of ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    it(`ends it after ${signal} to its owner`, async () => {
      const { owner, server } = await startOwner();
      owner.kill(signal);
      assert.ok(await waitUntilGone([server], PATIENCE_MS));
    });
  }

  it('ends one that was frozen', async () => {
    const { owner, server } = await startOwner();
    process.kill(server.pid, 'SIGSTOP');
    owner.kill('SIGKILL');
    assert.ok(await waitUntilGone([server], PATIENCE_MS));
  });

  it('is waited for by the next start, which would else take over a server that is about to stop', async () => {
    const { owner, server } = await startOwner();
    owner.kill('SIGKILL');
    await once(owner, 'close');
    const next = await startPostgres({ dir, socketDir: dir, fast: true });
    assert.equal(next.adopted, false);
    assert.equal(isRunning(server), false);
    assert.equal(await next.isRunning(), true);
    await next.stop();
  });

  it('leaves alone a server that came in the place of its own', async () => {
    const { owner, server } = await startOwner();
    const { watchdog } = z
      .object({ watchdog: ProcessId })
      .parse(JSON.parse(await readFile(path.join(dir, 'watchdog.json'), 'utf8')));
    await rename(path.join(dir, 'data'), path.join(dir, 'moved'));
    await rm(path.join(dir, '.s.PGSQL.5432'));
    await rm(path.join(dir, '.s.PGSQL.5432.lock'));
    const next = await startPostgres({ dir, socketDir: dir, fast: true });
    owner.kill('SIGKILL');
    assert.ok(await waitUntilGone([watchdog], PATIENCE_MS));
    assert.equal(await next.isRunning(), true);
    await next.stop();
    process.kill(server.pid, 'SIGQUIT');
    assert.ok(await waitUntilGone([server], PATIENCE_MS));
  });
});
