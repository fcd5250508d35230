import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freePort, keepPort } from './ports.ts';

const isLinux = process.platform === 'linux';

it('a port that was given out is given to nobody else, though nobody listens yet', { skip: !isLinux }, async () => {
  assert.equal(await keepPort(await freePort()), false);
});
