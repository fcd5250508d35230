import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createTestServer } from '../testing/test-node.ts';

const node = await createTestServer();
after(() => node.close());

const ask = (path: string, options: RequestInit = {}) => fetch(`http://${node.address}${path}`, options);

describe('plain HTTP on the port of gRPC', () => {
  it('says that the node lives, with the status that is asked for', async () => {
    assert.equal((await ask('/health/live')).status, 204);
    assert.equal((await ask('/health/live', { method: 'HEAD' })).status, 204);
    assert.equal((await ask('/health/live?liveCode=200')).status, 200);
  });

  it('says which version it is, and that it leads', async () => {
    const answer = await ask('/info');
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    const { esVersion, ...info } = await answer.json();
    assert.match(esVersion, /^\d+\.\d+\.\d+/);
    assert.deepEqual(info, {
      state: 'leader',
      features: { projections: false, userManagement: false, atomPub: false },
      authentication: { type: 'insecure', properties: [] },
    });
  });

  it('names the members of the cluster', async () => {
    const { members } = await (await ask('/gossip')).json();
    const [member] = members;
    assert.deepEqual([members.length, member.state, member.isAlive], [1, 'Leader', true]);
    assert.equal(member.httpEndPointPort, Number(node.address.split(':')[1]));
    assert.ok(Number.isInteger(member.writerCheckpoint));
  });

  it('has figures of its process', async () => {
    const { proc } = await (await ask('/stats')).json();
    const { id, mem, startTime } = await (await ask('/stats/proc')).json();
    assert.deepEqual([id, startTime], [proc.id, proc.startTime]);
    assert.ok(mem > 0);
  });

  it('has no other pages, and takes nothing', async () => {
    assert.equal((await ask('/no/such/page')).status, 404);
    assert.equal((await ask('/info', { method: 'POST', body: '{}' })).status, 405);
  });
});
