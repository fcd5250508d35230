import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { startInTurn } from './start-in-turn.ts';

describe('parts that start in turn', () => {
  const begin = (names: readonly string[]) => {
    const ready: Record<string, PromiseWithResolvers<void>> = {};
    const places = startInTurn(names, 2, (name) => {
      ready[name] = Promise.withResolvers();
      return ready[name].promise;
    });
    return { ready, begun: () => Object.keys(ready), places };
  };

  it('are as many at once as there are places, the first ones first', async () => {
    const { ready, begun, places } = begin(['web', 'projections', 'processes']);
    assert.deepEqual(begun(), ['web', 'projections']);
    ready.web?.resolve();
    await turn();
    assert.deepEqual(begun(), ['web', 'projections', 'processes']);
    ready.projections?.resolve();
    ready.processes?.resolve();
    await Promise.all(places);
  });

  it('all start when one never gets ready, and when one fails', async () => {
    const silent = begin(['web', 'projections', 'processes', 'jobs']);
    for (const name of ['projections', 'processes']) {
      silent.ready[name]?.resolve();
      await turn();
    }
    assert.deepEqual(silent.begun(), ['web', 'projections', 'processes', 'jobs']);

    const failing = begin(['web', 'projections', 'processes']);
    const failed = assert.rejects(Promise.all(failing.places), /cannot start/);
    failing.ready.web?.reject(new Error('web cannot start'));
    failing.ready.projections?.resolve();
    await failed;
    await turn();
    assert.deepEqual(failing.begun(), ['web', 'projections', 'processes']);
  });
});
