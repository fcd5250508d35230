import assert from 'node:assert/strict';
import { existsSync, symlinkSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { eventually, PATIENCE_MS } from '#core/kernel/testing/eventually.ts';
import { copyCheckout, makeFolder, olderNode, startCommand } from '../setup/testing/checkout.ts';
import { freePort } from './ports.ts';
import { liveServer } from './postgres/postmaster.ts';
import { identify, type ProcessId, waitUntilGone } from './processes.ts';
import { readRuntime } from './runtime.ts';
import { ensureWebBuild } from './web-build.ts';

const START_LIMIT_MS = 300_000;

/** A machine with all that stopped a start or changed it: everything at once, because a start takes its time. */
async function makeMachine(test: TestContext) {
  await ensureWebBuild(process.env);
  const folder = await makeFolder(test);
  const dataDir = path.join(folder, 'my data #1+2 100%');
  const root = path.join(folder, "My Projects/Müller & Söhne's shop 100%");
  await copyCheckout(root);
  // The machine's Node and npm come first on its PATH.
  const bin = path.join(folder, 'bin');
  await mkdir(bin);
  symlinkSync(olderNode(), path.join(bin, 'node'));
  const [port, mailboxPort] = [await freePort(), await freePort()];
  const env: NodeJS.ProcessEnv = {
    PATH: `${bin}:${(process.env.PATH ?? '')
      .split(':')
      .filter((one) => !one.includes('node_modules'))
      .join(':')}`,
    HOME: folder,
    TMPDIR: path.join(folder, 'gone'),
    CDPATH: `.:${folder}`,
    TZ: 'Asia/Kolkata',
    GIFTLEDGER_DATA_DIR: dataDir,
    GIFTLEDGER_SEED: 'none',
    PORT: String(port),
    MAILBOX_PORT: String(mailboxPort),
    ...(existsSync('/bin/bash') ? { npm_config_script_shell: '/bin/bash' } : {}),
    // None of these is named by the README.
    HOST: 'build-machine',
    NODE_ENV: 'development',
    NODE_OPTIONS: '--no-deprecation',
    PGHOST: 'db.example',
    PGPORT: '1',
    PGSSLMODE: 'require',
    PGOPTIONS: '-c nonsense=1',
    PGDATABASE: 'other',
    grpc_proxy: 'http://127.0.0.1:9',
    https_proxy: 'http://127.0.0.1:9',
    http_proxy: 'http://127.0.0.1:9',
    FILES_DIR: '/nowhere',
    JWT_SECRET: 'short',
    SMTP_URL: 'smtp://mail.example',
    DATABASE_URL: 'postgres://x',
  };
  return { root, env, port, dataDir };
}

describe('npm start on a machine that is like nobody’s and everybody’s', () => {
  it('runs with all of its parts, answers the ledger, and leaves nothing after a kill -9 of npm or of its launcher', async (test) => {
    const { root, env, port, dataDir } = await makeMachine(test);
    const begin = (file: string, args: readonly string[]) => {
      const command = startCommand(file, args, { cwd: root, env });
      test.after(command.end);
      return command;
    };
    const ready = async (command: ReturnType<typeof startCommand>) => {
      const runtime = await eventually(async () => {
        assert.equal(command.child.exitCode, null, command.all());
        assert.match(command.all(), /Giftledger is ready/);
        return readRuntime(dataDir);
      }, START_LIMIT_MS);
      const postgres = await liveServer(path.join(dataDir, 'postgres/data'));
      assert.ok(runtime && postgres);
      await eventually(async () =>
        assert.equal((await fetch(`http://127.0.0.1:${port}/api/health/ready`)).status, 200),
      );
      const all: ProcessId[] = [postgres, runtime.supervisor, ...Object.values(runtime.pids).map(identify)];
      return { all, web: runtime.pids.web };
    };

    const npm = begin('npm', ['start']);
    const { all, web } = await ready(npm);
    // Nothing of the terminal is in a part but what it may have.
    if (existsSync('/proc/self/environ')) {
      const its = (await readFile(`/proc/${web}/environ`, 'utf8')).split('\0');
      for (const name of [
        'PGHOST',
        'PGOPTIONS',
        'https_proxy',
        'grpc_proxy',
        'NODE_OPTIONS',
        'CDPATH',
        'npm_config_script_shell',
        'TMPDIR',
      ])
        assert.deepEqual(
          its.filter((row) => row.startsWith(`${name}=`)),
          [],
          name,
        );
      for (const row of ['HOST=127.0.0.1', 'NODE_ENV=production', 'TZ=Asia/Kolkata']) assert.ok(its.includes(row), row);
    }
    // EVENTSTORE_URL is not set, so DATABASE_URL is not of another store: the running one answers.
    const ledger = begin('npm', ['run', 'ledger', '--', 'verify']);
    assert.deepEqual(await ledger.ended, [1, null], ledger.all());
    assert.match(ledger.all(), /The log is empty/);
    npm.child.kill('SIGKILL');
    assert.ok(await waitUntilGone(all, PATIENCE_MS), 'after the end of npm');

    const launcher = begin('node', ['infra/setup/launch.cjs', 'start']);
    const again = await ready(launcher);
    launcher.child.kill('SIGKILL');
    assert.ok(await waitUntilGone(again.all, PATIENCE_MS), 'after the end of the launcher');
  });
});
