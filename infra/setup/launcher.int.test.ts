import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { eventually, PATIENCE_MS } from '#core/kernel/testing/eventually.ts';
import { PROJECT_ROOT } from '#infra/local/paths.ts';
import { identify, isRunning, waitUntilGone } from '#infra/local/processes.ts';
import { INSTALLS, makeFolder, makeSmallCheckout, startCommand } from './testing/checkout.ts';

/** Says what it hears and gets; ends with 7 at SIGTERM, and by anything else that it does not hear. */
const FIXTURE = `
import { writeFileSync } from 'node:fs';
for (const signal of ['SIGINT', 'SIGUSR2']) process.on(signal, () => console.log('heard', signal));
process.on('SIGTERM', () => process.exit(7));
console.log(JSON.stringify({ pid: process.pid, args: process.argv.slice(2), env: process.env, cwd: process.cwd() }));
setInterval(() => undefined, 1_000);
`;

async function smallCheckout(test: TestContext, npm = `#!/bin/sh\necho "$@" >>npm-calls\n${INSTALLS}`) {
  const root = await makeFolder(test);
  const { env } = await makeSmallCheckout(root, npm);
  await writeFile(path.join(root, 'fixture.mjs'), FIXTURE);
  const started: ReturnType<typeof startCommand>[] = [];
  test.after(() => {
    for (const { end } of started) end();
  });
  const begin = (file: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) => {
    const command = startCommand(file, args, { cwd: root, env: { ...env, ...more } });
    started.push(command);
    return command;
  };
  const calls = async () => (await readFile(path.join(root, 'npm-calls'), 'utf8')).trim().split('\n');
  return { root, env, begin, calls };
}

/** The fixture, once it runs. */
const running = (command: ReturnType<typeof startCommand>) =>
  eventually(() => {
    assert.equal(command.child.exitCode, null, command.all());
    const [line = ''] = /^\{.*\}$/m.exec(command.said.stdout) ?? [];
    const told = JSON.parse(line);
    return { ...told, id: identify(told.pid) };
  });

describe('the launcher', { concurrency: 3 }, () => {
  it('says in a sentence that a Node is too old, before anything else', () => {
    const script = `Object.defineProperty(process.versions, 'node', { value: '18.19.1' }); require('./infra/setup/launch.cjs')`;
    const { status, stderr } = spawnSync(process.execPath, ['-e', script], { cwd: PROJECT_ROOT, encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(stderr, /^Giftledger needs Node 20 or newer, and this is 18\.19\.1 .*Nothing was installed/);
  });

  it('installs everything whatever the terminal says, then starts the program by path in an environment of its own', async (test) => {
    const { root, begin, calls } = await smallCheckout(test);
    const command = begin('node', ['infra/setup/launch.cjs', 'fixture', 'a b', '--c=$d'], {
      NODE_ENV: 'production',
      npm_config_omit: 'dev',
      HOST: 'build-machine',
      PGSSLMODE: 'require',
      https_proxy: 'http://127.0.0.1:9',
      SOMETHING: 'else',
      TMPDIR: path.join(root, 'gone'),
      TZ: 'Asia/Kolkata',
    });
    const { args, env } = await running(command);
    assert.match((await calls()).join('\n'), /^ci --include=dev --include=optional --ignore-scripts [^\n]*$/);
    assert.deepEqual(args, ['a b', '--c=$d']);
    assert.deepEqual(
      Object.keys(env).toSorted(),
      ['HOME', 'NODE_COMPILE_CACHE', 'PATH', 'TZ'],
      'nothing else of the terminal',
    );
    assert.equal(env.PATH.split(':')[0], path.join(root, `node_modules/node-${process.platform}-${process.arch}/bin`));
    assert.match(command.said.stderr, /Installing packages.*[\s\S]*Installed in \d+ s\./);
    command.child.kill('SIGTERM');
    assert.deepEqual(await command.ended, [7, null]);
    // The second start installs nothing; a broken installation is repeated.
    const again = begin('node', ['infra/setup/launch.cjs', 'fixture']);
    await running(again);
    again.child.kill('SIGTERM');
    await again.ended;
    assert.equal((await calls()).length, 1);
    await rm(path.join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`));
    const repaired = begin('node', ['infra/setup/launch.cjs', 'fixture']);
    await running(repaired);
    assert.equal((await calls()).length, 2);
  });

  it('hands on the option that npm takes for its own', async (test) => {
    const { begin } = await smallCheckout(test);
    const command = begin('node', ['infra/setup/launch.cjs', 'fixture', 'a'], { npm_config_dry_run: 'true' });
    assert.deepEqual((await running(command)).args, ['a', '--dry-run']);
  });

  it('takes an installation that somebody made without it, by npm’s own record', async (test) => {
    const { root, begin, env } = await smallCheckout(test, '#!/bin/sh\nexit 9');
    execFileSync('sh', ['-c', INSTALLS], { cwd: root, env });
    const record = { packages: { [`node_modules/${env.PACKAGED_NODE}`]: { version: '1.0.0' } } };
    await writeFile(path.join(root, 'node_modules/.package-lock.json'), JSON.stringify(record));
    await running(begin('node', ['infra/setup/launch.cjs', 'fixture']));
  });

  it('passes each signal on once, whether the terminal sends it to all or somebody to the launcher alone', async (test) => {
    const { begin } = await smallCheckout(test);
    const command = begin('node', ['infra/setup/launch.cjs', 'fixture']);
    await running(command);
    const heard = (signal: string) =>
      command.said.stdout.split('\n').filter((line) => line === `heard ${signal}`).length;
    process.kill(-(command.child.pid ?? 0), 'SIGINT');
    command.child.kill('SIGUSR2');
    await eventually(() => assert.deepEqual([heard('SIGINT'), heard('SIGUSR2')], [1, 1]));
    // Later than what counts as the same signal.
    await eventually(() => {
      command.child.kill('SIGINT');
      assert.ok(heard('SIGINT') >= 2);
    });
    command.child.kill('SIGHUP');
    assert.deepEqual(await command.ended, [null, 'SIGHUP'], 'a program that does not hear it ends by it, and so do we');
  });

  it('hands the end of a program on: killed is killed', async (test) => {
    const { begin } = await smallCheckout(test);
    const command = begin('node', ['infra/setup/launch.cjs', 'fixture']);
    const { pid } = await running(command);
    process.kill(pid, 'SIGKILL');
    assert.deepEqual(await command.ended, [null, 'SIGKILL']);
  });

  it('leaves no program behind after a kill -9 of itself', async (test) => {
    const { begin } = await smallCheckout(test);
    const command = begin('node', ['infra/setup/launch.cjs', 'fixture']);
    const { id } = await running(command);
    command.child.kill('SIGKILL');
    assert.ok(await waitUntilGone([id], PATIENCE_MS));
  });

  for (const shell of ['/bin/sh', '/bin/bash'].filter(existsSync)) {
    it(`leaves nothing behind after a kill -9 of npm, which starts it by ${shell}`, async (test) => {
      const { begin } = await smallCheckout(test);
      // As npm does: a process that starts a shell that starts us.
      const npm = `require('node:child_process').spawn('${shell}', ['-c', 'node infra/setup/launch.cjs fixture; exit $?'], { stdio: 'inherit' })`;
      const env = { npm_lifecycle_event: 'fixture', npm_package_name: 'giftledger' };
      const command = begin('node', ['-e', npm], env);
      const { id, env: its } = await running(command);
      assert.equal(its.npm_lifecycle_event, undefined);
      command.child.kill('SIGKILL');
      assert.ok(await waitUntilGone([id], PATIENCE_MS));
    });
  }

  it('is not ended with a shell that started it in the background and went', async (test) => {
    const { root, begin } = await smallCheckout(test);
    const note = path.join(root, 'note');
    const command = begin('sh', ['-c', `node infra/setup/launch.cjs fixture >'${note}' 2>&1 </dev/null & exit 0`]);
    await command.ended;
    const { pid } = await eventually(async () => JSON.parse(/^\{.*\}$/m.exec(await readFile(note, 'utf8'))?.[0] ?? ''));
    const id = identify(pid);
    // Two looks for its starter would have ended it.
    await assert.rejects(eventually(() => assert.ok(!isRunning(id)), 1_500));
    process.kill(pid, 'SIGTERM');
    assert.ok(await waitUntilGone([id], PATIENCE_MS));
  });

  it('installs once for two commands: the second waits, and says so', async (test) => {
    const { root, begin, calls } = await smallCheckout(
      test,
      `#!/bin/sh\necho "$@" >>npm-calls\nwhile [ ! -e go ]; do sleep 0.1; done\n${INSTALLS}`,
    );
    const [first, second] = [begin('node', ['infra/setup/install.mjs']), begin('node', ['infra/setup/install.mjs'])];
    await eventually(() => assert.match(first.all() + second.all(), /Another command is installing .* waiting for it/));
    await writeFile(path.join(root, 'go'), '');
    assert.deepEqual(await Promise.all([first.ended, second.ended]), [
      [0, null],
      [0, null],
    ]);
    assert.equal((await calls()).length, 1);
  });

  it('ends npm when it is stopped, and installs again after a kill -9 in the middle', async (test) => {
    const { root, begin, calls } = await smallCheckout(
      test,
      `#!/bin/sh\necho "$@" >>npm-calls\necho $$ >npm-pid\nwhile [ ! -e go ]; do sleep 0.1; done\n${INSTALLS}`,
    );
    const npmId = () =>
      eventually(async () => {
        const id = identify(Number(await readFile(path.join(root, 'npm-pid'), 'utf8')));
        assert.ok(isRunning(id));
        return id;
      });
    const interrupted = begin('node', ['infra/setup/launch.cjs', 'fixture']);
    const first = await npmId();
    process.kill(-(interrupted.child.pid ?? 0), 'SIGINT');
    assert.deepEqual(await interrupted.ended, [130, null]);
    assert.ok(await waitUntilGone([first], PATIENCE_MS));

    const killed = begin('node', ['infra/setup/launch.cjs', 'fixture']);
    const second = await npmId();
    killed.child.kill('SIGKILL');
    assert.ok(await waitUntilGone([second], PATIENCE_MS));

    await writeFile(path.join(root, 'go'), '');
    await running(begin('node', ['infra/setup/launch.cjs', 'fixture']));
    assert.equal((await calls()).length, 3);
  });

  it('says what to do about an installation that fails', async (test) => {
    const { root, begin } = await smallCheckout(test, '#!/bin/sh\necho "npm error code $CODE" >&2\nexit 1');
    const failure = async (more: NodeJS.ProcessEnv) => {
      const command = begin('node', ['infra/setup/launch.cjs', 'fixture'], more);
      assert.deepEqual(await command.ended, [1, null]);
      return command.said.stderr;
    };
    for (const [code, advice] of Object.entries({
      ENOTFOUND: /could not be installed\. The npm registry cannot be reached: .*then run the same command again/,
      ENOSPC: /The disk is full/,
      SELF_SIGNED_CERT_IN_CHAIN: /NODE_EXTRA_CA_CERTS/,
      EACCES: /run the command as the user who owns/,
      EWHATEVER: /What npm said stands above/,
    })) {
      assert.match(await failure({ CODE: code }), advice, code);
    }
    await rm(path.join(root, 'bin/npm'));
    assert.match(await failure({ PATH: path.join(root, 'bin') }), /installed by npm, and there is none on the PATH/);
  });

  it('does not install beneath a store that runs', async (test) => {
    const { root, begin } = await smallCheckout(test, '#!/bin/sh\nexit 9');
    const data = path.join(root, '.data');
    execFileSync('mkdir', [data]);
    await writeFile(path.join(data, 'runtime.json'), JSON.stringify({ supervisor: identify(process.pid) }));
    const command = begin('node', ['infra/setup/launch.cjs', 'fixture']);
    assert.deepEqual(await command.ended, [1, null]);
    assert.match(command.said.stderr, /a store runs with them \(process \d+\)/);
  });
});

describe('programs/ledger/ledger', () => {
  const launched = /Usage: ledger/;
  const script = path.join(PROJECT_ROOT, 'programs/ledger/ledger');

  it('runs from any directory, through links, with CDPATH, and where the PATH has no node', async (test) => {
    const dir = await makeFolder(test);
    await symlink(script, path.join(dir, 'one'));
    await symlink('one', path.join(dir, 'ledger'));
    const run = (file: string, env: NodeJS.ProcessEnv, cwd = dir) =>
      spawnSync(file, ['--help'], { cwd, env, encoding: 'utf8' });
    const { PATH } = process.env;
    assert.match(run('./ledger', { PATH }).stdout, launched);
    assert.match(
      run('programs/ledger/ledger', { PATH, CDPATH: `.:${PROJECT_ROOT}/programs:${dir}` }, PROJECT_ROOT).stdout,
      launched,
    );
    const tools = path.join(dir, 'tools');
    execFileSync('mkdir', [tools]);
    for (const name of ['sh', 'dirname', 'readlink'])
      await symlink(execFileSync('which', [name], { encoding: 'utf8' }).trim(), path.join(tools, name));
    assert.match(run('./ledger', { PATH: tools }).stdout, launched);
    await chmod(tools, 0o755);
  });
});
