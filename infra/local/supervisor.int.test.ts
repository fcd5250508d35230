import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { eventually, PATIENCE_MS } from '#core/kernel/testing/eventually.ts';
import { jsonEvent } from '#eventstore-client';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { putMark, restoreMark } from './data-dir.ts';
import { waitUntilHealthy } from './health.ts';
import { noteLogPlace } from './log-place.ts';
import { freePort } from './ports.ts';
import { identify, isRunning, waitUntilGone } from './processes.ts';
import { lockStack, readRuntime, withLocalStack } from './runtime.ts';

const START_LIMIT_MS = 180_000;

/** A supervisor's directory, for any number of runs in a case. */
async function createPlace(root: string) {
  const dataDir = path.join(root, 'data');
  const port = await freePort();
  const children: ChildProcess[] = [];

  function run({ fixture = 'part.ts', at = port } = {}) {
    const program = path.join(import.meta.dirname, 'fixtures/stack.ts');
    // With the guard: a test that is killed leaves no stack behind.
    const child = spawn(process.execPath, ['--import', './infra/local/child-guard.ts', program, fixture], {
      env: {
        ...process.env,
        GIFTLEDGER_DATA_DIR: dataDir,
        PORT: String(at),
        MAILBOX_PORT: '0',
        NODE_TEST_CONTEXT: undefined,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk;
      });
    }
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    return {
      child,
      ended,
      output: () => output,
      ready: () =>
        eventually(() => {
          assert.equal(child.exitCode, null, output);
          assert.match(output, /ready http/);
        }, START_LIMIT_MS),
    };
  }

  const journal = async () => (await readFile(path.join(dataDir, 'journal.txt'), 'utf8')).trim().split('\n');
  return {
    root,
    dataDir,
    port,
    run,
    journal,
    lastPid: async () => Number((await journal()).findLast((line) => line.startsWith('start'))?.split(' ')[2]),
    postgresPid: async () =>
      Number((await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]),
    async stop() {
      for (const child of children.splice(0)) await stop(child);
    },
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('close', resolve));
}

// Several at once: they mostly wait for processes to end.
describe('the supervisor', { concurrency: 3 }, async () => {
  /** Data of a stack that was started once. Making them takes longer than most tests, so each test begins with a copy. */
  const made = await createPlace(await mkdtemp(path.join(tmpdir(), 'supervisor-made-')));
  await mkdir(made.dataDir);
  await made.run().ready();
  await made.stop();
  // Each copy takes its own port: otherwise it would begin with the port of the last start.
  await rm(path.join(made.dataDir, 'postgres/port'));
  after(() => rm(made.root, { recursive: true, force: true }));

  async function emptyPlace(test: TestContext) {
    const place = await createPlace(await mkdtemp(path.join(tmpdir(), 'supervisor-')));
    await mkdir(place.dataDir);
    test.after(async () => {
      await place.stop();
      await rm(place.root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    });
    return place;
  }
  async function placeWithData(test: TestContext) {
    const place = await emptyPlace(test);
    // With their owners: Postgres runs as another user when root runs the tests.
    await promisify(execFile)('cp', ['-a', `${made.dataDir}/.`, place.dataDir]);
    return place;
  }

  it('starts the parts, tells where they are, and stops them before Postgres', async (test) => {
    const { dataDir, port, run, journal, postgresPid } = await emptyPlace(test);
    const stack = run();
    await stack.ready();
    const runtime = await readRuntime(dataDir);
    const toldTo = await (await fetch(`http://127.0.0.1:${port}/`)).text();
    assert.equal(toldTo, new URL(runtime?.databaseUrl ?? '').port);
    assert.equal(runtime?.url, `http://localhost:${port}`);
    for (const name of ['runtime.json', 'secrets.json'])
      assert.equal((await stat(path.join(dataDir, name))).mode & 0o777, 0o600, name);
    const postgres = identify(await postgresPid());
    stack.child.kill('SIGTERM');
    assert.equal(await stack.ended, 0, stack.output());
    assert.deepEqual(
      (await journal()).map((line) => line.split(' ').slice(0, 2).join(' ')),
      ['start web', 'stop web'],
    );
    // The process ends a moment after it has removed the file by which pg_ctl waits for it.
    await eventually(() => assert.equal(isRunning(postgres), false));
    assert.equal(await readRuntime(dataDir), undefined);
  });

  it('starts again after a kill -9 of itself, with the same data', async (test) => {
    const { dataDir, run, lastPid } = await placeWithData(test);
    const first = run();
    await first.ready();
    const runtime = await readRuntime(dataDir);
    assert.ok(runtime);
    const client = createEventStoreClient(runtime.eventstoreUrl);
    await client.appendToStream('note-1', jsonEvent({ type: 'Noted', data: {} }));
    await client.dispose();
    const orphan = identify(await lastPid());
    first.child.kill('SIGKILL');
    await first.ended;

    const second = run();
    await second.ready();
    assert.equal(isRunning(orphan), false);
    const again = createEventStoreClient((await readRuntime(dataDir))?.eventstoreUrl ?? '');
    const types = [];
    for await (const { event } of again.readStream('note-1')) types.push(event?.type);
    await again.dispose();
    assert.deepEqual(types, ['Noted']);
  });

  it('takes its parts and Postgres along when it is killed, even one that is frozen', async (test) => {
    const { dataDir, run, lastPid, postgresPid } = await placeWithData(test);
    const stack = run();
    await stack.ready();
    const web = await lastPid();
    const runtime = await readRuntime(dataDir);
    const all = [web, runtime?.pids['event-store'] ?? 0, await postgresPid()].map(identify);
    process.kill(web, 'SIGSTOP');
    stack.child.kill('SIGKILL');
    assert.ok(await waitUntilGone(all, PATIENCE_MS));
  });

  it('starts a part again that was killed', async (test) => {
    const { dataDir, port, run, lastPid } = await placeWithData(test);
    const stack = run();
    await stack.ready();
    const runtime = await readRuntime(dataDir);
    const before = await lastPid();
    process.kill(before, 'SIGKILL');
    await eventually(async () => assert.notEqual(await lastPid(), before));
    await eventually(() => assert.match(stack.output(), /web stopped \(killed by SIGKILL\).*[\s\S]*web runs again/));
    const toldTo = await (await fetch(`http://127.0.0.1:${port}/`)).text();
    assert.equal(toldTo, new URL(runtime?.databaseUrl ?? '').port);
  });

  it('starts Postgres again that was killed, and the event store serves again', async (test) => {
    const { dataDir, run, postgresPid } = await placeWithData(test);
    const stack = run();
    await stack.ready();
    const runtime = await readRuntime(dataDir);
    process.kill(await postgresPid(), 'SIGKILL');
    await eventually(() => assert.match(stack.output(), /Postgres runs again/));
    const client = createEventStoreClient(runtime?.eventstoreUrl ?? '');
    await eventually(() => client.appendToStream('note-2', jsonEvent({ type: 'Noted', data: {} })));
    await client.dispose();
  });

  it('refuses to run twice on the same data, and leaves the first alone', async (test) => {
    const { dataDir, run } = await placeWithData(test);
    const first = run();
    await first.ready();
    const at = await freePort();
    const second = run({ at });
    assert.equal(await second.ended, 1);
    assert.match(second.output(), /problem: The store is running already \(process \d+\) at http:\/\/localhost:\d+/);
    assert.equal((await readRuntime(dataDir))?.supervisor.pid, first.child.pid);
  });

  it('says of a store that is being started since when, and leaves that start alone', async (test) => {
    const { run } = await placeWithData(test);
    const first = run({ fixture: 'slow.ts' });
    await eventually(() => assert.match(first.output(), /✓ Event store/), START_LIMIT_MS);
    const second = run({ at: await freePort() });
    assert.equal(await second.ended, 1);
    const said = new RegExp(
      `problem: The store in .* is being started, since [\\d:]+ \\(process ${first.child.pid}\\)`,
    );
    assert.match(second.output(), said);
    assert.equal(first.child.exitCode, null);
  });

  it('says of a store that is being stopped since when, and starts once it has ended', async (test) => {
    const { dataDir, run, lastPid } = await placeWithData(test);
    const first = run();
    await first.ready();
    // Its end is waited for.
    process.kill(await lastPid(), 'SIGSTOP');
    first.child.kill('SIGTERM');
    const lock = () => readFile(path.join(dataDir, 'stack.lock'), 'utf8');
    await eventually(async () => assert.match(await lock(), /"task":"stop"/));
    await assert.rejects(
      lockStack(dataDir, 0, 'start'),
      new RegExp(`The store in .* is being stopped, since [\\d:]+ \\(process ${first.child.pid}\\)`),
    );
    assert.equal(await first.ended, 0, first.output());
    await run().ready();
  });

  it('says which port is taken, and how to use another', async (test) => {
    const { port, run } = await emptyPlace(test);
    const other = createServer().listen(port, '127.0.0.1');
    const stack = run();
    assert.equal(await stack.ended, 1);
    other.close();
    assert.match(
      stack.output(),
      new RegExp(`problem: Port ${port}.*in use by another program.*PORT=${port + 100} npm start`),
    );
  });

  it('says why a part could not start, in its own words', async (test) => {
    const { run } = await placeWithData(test);
    const stack = run({ fixture: 'broken.ts' });
    assert.equal(await stack.ended, 1);
    assert.match(stack.output(), /problem: web could not start \(exit code 3\)[\s\S]*the moon is in the wrong phase/);
  });

  it('can be stopped while a part is still starting', async (test) => {
    const { run, postgresPid } = await placeWithData(test);
    const stack = run({ fixture: 'slow.ts' });
    await eventually(() => assert.match(stack.output(), /✓ Event store/), START_LIMIT_MS);
    const postgres = identify(await postgresPid());
    stack.child.kill('SIGTERM');
    assert.notEqual(await stack.ended, null);
    assert.equal(isRunning(postgres), false);
  });

  it('says what to do about damaged data, and changes nothing of it', async (test) => {
    const { dataDir, run } = await placeWithData(test);
    const [secrets, control] = [
      path.join(dataDir, 'secrets.json'),
      path.join(dataDir, 'postgres/data/global/pg_control'),
    ];

    const good = await readFile(secrets, 'utf8');
    await writeFile(secrets, '{"databasePassword": 1');
    const damaged = run();
    assert.equal(await damaged.ended, 1);
    assert.match(damaged.output(), /problem: .*secrets\.json is damaged.*Restore it from a backup/);
    assert.equal(await readFile(secrets, 'utf8'), '{"databasePassword": 1');

    await rm(secrets);
    const missing = run();
    assert.equal(await missing.ended, 1);
    assert.match(missing.output(), /problem: .*secrets\.json is missing, but/);

    await writeFile(secrets, good.replace(/"databasePassword": "..../, '"databasePassword": "xxxx'));
    const other = run();
    assert.equal(await other.ended, 1);
    assert.match(other.output(), /problem: .*another password than secrets\.json/);

    await writeFile(secrets, good);
    await rename(control, `${control}.away`);
    const torn = run();
    assert.equal(await torn.ended, 1);
    assert.match(torn.output(), /problem: The database directory .* is damaged \(global\/pg_control is missing\)/);

    await rename(`${control}.away`, control);
    await writeFile(path.join(dataDir, 'runtime.json'), '{broken');
    await run().ready();
  });

  it('begins no empty store where the database of one is lost', async (test) => {
    const { dataDir, run } = await placeWithData(test);
    const [data, away] = [path.join(dataDir, 'postgres/data'), path.join(dataDir, 'away')];
    await mkdir(path.join(dataDir, 'files/ab'), { recursive: true });
    await rename(data, away);
    const lost = run();
    assert.equal(await lost.ended, 1);
    assert.match(lost.output(), /problem: .* its database \(postgres\/data\) is not there.*restore\.md/);
    assert.equal(existsSync(data), false);
    await rename(away, data);
    await run().ready();
  });

  it('begins nothing on a store whose restore was broken off', async (test) => {
    const { dataDir, run } = await placeWithData(test);
    await putMark(restoreMark(dataDir));
    const half = run();
    assert.equal(await half.ended, 1);
    assert.match(half.output(), /problem: The restore into .* was broken off.*the same npm run restore goes on/);
  });

  it('begins nothing on a log that was left for another server', async (test) => {
    const { dataDir, run } = await placeWithData(test);
    await noteLogPlace(dataDir, 'esdb://admin:secret@elsewhere:2113?tls=true');
    const left = run();
    assert.equal(await left.ended, 1);
    assert.match(
      left.output(),
      /problem: The log of this store is at esdb:\/\/elsewhere:2113\?tls=true\. Set GIFTLEDGER_EVENTSTORE_URL/,
    );
    assert.doesNotMatch(left.output(), /secret/);
  });

  it('stops when its data are removed, and leaves alone what came in their place', async (test) => {
    const { dataDir, run, postgresPid } = await placeWithData(test);
    const first = run();
    await first.ready();
    const postgres = identify(await postgresPid());
    await rename(dataDir, `${dataDir}.removed`);
    const at = await freePort();
    const second = run({ at });
    await second.ready();
    assert.equal(await first.ended, 1, first.output());
    assert.match(first.output(), /lost/);
    assert.equal(isRunning(postgres), false);
    assert.equal(isRunning(identify(await postgresPid())), true);
    assert.ok((await fetch(`http://127.0.0.1:${at}/`)).ok);
  });

  it('says when something stands where the data should be', async (test) => {
    const { dataDir, run } = await emptyPlace(test);
    await rm(dataDir, { recursive: true });
    await writeFile(dataDir, 'a file');
    const stack = run();
    assert.equal(await stack.ended, 1);
    assert.match(stack.output(), /problem: .*is a file where a directory is needed/);
  });

  it('lends its servers to a command-line tool, or starts some for it', async (test) => {
    const { dataDir, run } = await emptyPlace(test);
    const tool = () =>
      withLocalStack('tools', async (stack) => {
        const client = createEventStoreClient(stack.eventstoreUrl);
        await client.appendToStream('tool-1', jsonEvent({ type: 'Used', data: {} }));
        const revisions = [];
        for await (const { event } of client.readStream('tool-1')) revisions.push(event?.revision);
        await client.dispose();
        return revisions.length;
      });
    process.env.GIFTLEDGER_DATA_DIR = dataDir;
    try {
      assert.equal(await tool(), 1);
      const stack = run();
      await stack.ready();
      assert.equal(await tool(), 2);
      assert.equal(stack.child.exitCode, null);
      await stop(stack.child);
      assert.equal(await tool(), 3);
    } finally {
      delete process.env.GIFTLEDGER_DATA_DIR;
    }
  });

  it('waits for a store that says how far it is, however long, and gives one up that stays as it was', async () => {
    let [percent, rising, indexing] = [0, true, 20];
    const server = createHttpServer((_request, response) => {
      const isAtEnd = percent > 100;
      if (rising && !isAtEnd) percent += 10;
      else if (isAtEnd) indexing -= 1;
      response.statusCode = isAtEnd && indexing <= 0 ? 200 : 503;
      response.end(`{"detail":"catching up: ${isAtEnd ? 'making indexes' : `${percent} % of the log`}"}`);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port: at } = server.address() as AddressInfo;
    const wait = () =>
      waitUntilHealthy(`http://127.0.0.1:${at}/`, {
        signal: AbortSignal.timeout(START_LIMIT_MS),
        tell: () => undefined,
        silenceMs: 3_000,
      });
    await wait();
    [percent, rising] = [40, false];
    await assert.rejects(wait, /does not become ready.*catching up: 40 % of the log/);
    server.close();
  });

  it('works below a directory that only its owner may enter', async (test) => {
    const { root, run } = await emptyPlace(test);
    await chmod(root, 0o700);
    const stack = run();
    await stack.ready();
  });
});
