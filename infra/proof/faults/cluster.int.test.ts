import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { freePort } from '#infra/local/ports.ts';
import { createRandom } from '#infra/seed/random.ts';
import { hitCluster, readCluster, restartInTurn } from './cluster.ts';
import { signal } from './injector.ts';
import { watchQuorum } from './quorum.ts';

const MEMBER = path.join(import.meta.dirname, '../testing/fixtures/member.ts');

describe('a cluster under faults', async () => {
  const pids = () => Promise.all(cluster.nodes.map(async ({ pidFile }) => Number(await readFile(pidFile, 'utf8'))));
  const ready = () =>
    eventually(() => Promise.all(cluster.nodes.map(({ url }) => fetch(new URL('/info', url)))).then(() => undefined));
  const dir = await mkdtemp(path.join(tmpdir(), 'cluster-'));
  const nodes = [];
  for (const state of ['Leader', 'Follower']) {
    const [port, pidFile] = [await freePort(), path.join(dir, `${state}.pid`)];
    const version = path.join(dir, `${state}.version`);
    await writeFile(version, '1.0');
    const start = `${process.execPath} ${MEMBER} ${port} ${state} $(cat ${version}) >/dev/null 2>&1 & echo $! > ${pidFile}`;
    nodes.push({ url: `http://127.0.0.1:${port}`, pidFile, start, upgrade: `echo 2.0 > ${version}` });
  }
  await writeFile(path.join(dir, 'nodes.json'), JSON.stringify({ address: 'esdb://127.0.0.1:1', nodes }));
  const cluster = await readCluster(path.join(dir, 'nodes.json'));
  for (const { start } of nodes) await promisify(execFile)('sh', ['-c', start]);
  await ready();
  after(async () => {
    signal(await pids(), 'SIGKILL');
    await rm(dir, { recursive: true });
  });

  it('loses leader and follower by turns; who was killed or stopped is back', async () => {
    const said: string[] = [];
    const random = createRandom(3);
    const first = await pids();
    while (!(said.some((what) => what.startsWith('leader')) && said.some((what) => what.startsWith('follower')))) {
      await hitCluster(cluster, random, (what) => said.push(what));
      await ready();
    }
    while (!said.some((what) => what.includes('kill -9'))) {
      await hitCluster(cluster, random, (what) => said.push(what));
      await ready();
    }
    assert.notDeepEqual(await pids(), first);
  });

  it('is known to have no quorum while its leader is away', async () => {
    const quorum = watchQuorum(cluster);
    const ofTheLast50Ms = (nowMs = Date.now()) => quorum.msBetween(nowMs - 50, nowMs);
    await eventually(() => assert.equal(ofTheLast50Ms(), 50));
    const [leader = 0] = await pids();
    signal([leader], 'SIGSTOP');
    await eventually(() => assert.equal(ofTheLast50Ms(), 0));
    signal([leader], 'SIGCONT');
    await eventually(() => assert.equal(ofTheLast50Ms(), 50));
    await quorum.stop();
  });

  it('is upgraded node by node, each when the one before is back, the leader last', async () => {
    const first = await pids();
    const said: string[] = [];
    await restartInTurn(cluster, (what) => said.push(what), ready);
    assert.match(said[0] ?? '', /^follower .* 1\.0 restarted, now follower with 2\.0$/);
    assert.match(said[1] ?? '', /^leader .* 1\.0 restarted, now leader with 2\.0$/);
    assert.ok((await pids()).every((pid, index) => pid !== first[index]));
  });
});
