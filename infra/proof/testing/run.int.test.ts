import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { eventually, PATIENCE_MS } from '#core/kernel/testing/eventually.ts';
import { liveServer } from '#infra/local/postgres/postmaster.ts';
import { identify, waitUntilGone } from '#infra/local/processes.ts';

const START_LIMIT_MS = 180_000;

describe('a run of tests', { concurrency: true }, () => {
  /** A run while a test is running: that test's process, and the run's Postgres. */
  async function startRun(context: TestContext) {
    const dir = await mkdtemp(path.join(tmpdir(), 'run-'));
    context.after(() => rm(dir, { recursive: true, force: true }));
    const note = path.join(dir, 'note');
    const child = spawn(
      process.execPath,
      ['infra/proof/testing/run.ts', 'int', 'infra/proof/testing/fixtures/endless.ts'],
      {
        // With the marks of the runner of this file, it would report to that one, and use its Postgres.
        env: { ...process.env, RUN_NOTE: note, NODE_TEST_CONTEXT: undefined, GIFTLEDGER_TEST_CLUSTER: undefined },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    context.after(() => child.kill('SIGKILL'));
    return eventually(async () => {
      const [, pid, socketDir = ''] = /^(\d+) (.+)\n$/.exec(await readFile(note, 'utf8')) ?? [];
      const server = await liveServer(path.join(socketDir, 'data'));
      assert.ok(server);
      return { run: child, test: identify(Number(pid)), server, socketDir };
    }, START_LIMIT_MS);
  }

  it('takes only tests of the kind from a pattern that fits other files too', async () => {
    // The folder holds a program, and one unit test.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['infra/proof/testing/run.ts', 'unit', 'infra/proof/independent/*'],
      { env: { ...process.env, NODE_TEST_CONTEXT: undefined } },
    );
    assert.match(stdout, / 1 files\n/);
  });

  it('ends when its tests have, also where one left a process behind', async (context) => {
    const dir = await mkdtemp(path.join(tmpdir(), 'run-'));
    context.after(() => rm(dir, { recursive: true, force: true }));
    const note = path.join(dir, 'note');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['infra/proof/testing/run.ts', 'int', 'infra/proof/testing/fixtures/leaves-behind.test.ts'],
      { env: { ...process.env, RUN_NOTE: note, NODE_TEST_CONTEXT: undefined, GIFTLEDGER_TEST_CLUSTER: undefined } },
    );
    const left = Number(await readFile(note, 'utf8'));
    assert.ok(process.kill(left, 'SIGKILL'), 'it was still there');
    assert.match(stdout, /All passed/);
  });

  it('names the files of a process that was killed, and by what', async () => {
    const file = 'infra/proof/testing/fixtures/is-killed.test.ts';
    await assert.rejects(
      promisify(execFile)(process.execPath, ['infra/proof/testing/run.ts', 'int', file], {
        env: { ...process.env, NODE_TEST_CONTEXT: undefined, GIFTLEDGER_TEST_CLUSTER: undefined },
      }),
      ({ stdout }: { stdout: string }) => stdout.includes(`Did not come to its end (ended by SIGKILL): ${file}`),
    );
  });

  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    it(`takes its tests and its Postgres along after ${signal}`, async (context) => {
      const { run, test, server, socketDir } = await startRun(context);
      run.kill(signal);
      assert.ok(await waitUntilGone([test, server], PATIENCE_MS));
      await rm(path.dirname(socketDir), { recursive: true, force: true });
    });
  }
});
