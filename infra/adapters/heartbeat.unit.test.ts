import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it, mock } from 'node:test';
import { startHeartbeat } from './heartbeat.ts';

it('a part that is at work writes its file every five seconds, one that is not lets it grow old', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'heartbeat-'));
  const file = path.join(dir, 'alive');
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    let isWell = false;
    startHeartbeat(undefined, () => assert.fail('no file was named'));
    startHeartbeat(file, () => isWell);
    const pass = (ms: number) => {
      mock.timers.tick(ms);
      return new Promise(setImmediate);
    };
    await pass(5_000);
    assert.equal(existsSync(file), false);
    isWell = true;
    await pass(5_000);
    assert.equal((await stat(file)).size, 0);
    await rm(file);
    isWell = false;
    await pass(60_000);
    assert.equal(existsSync(file), false);
    isWell = true;
    const refuses = path.join(dir, 'refuses');
    startHeartbeat(refuses, () => Promise.reject(new Error('Postgres is away')));
    await pass(5_000);
    assert.equal(existsSync(refuses), false);
  } finally {
    mock.timers.reset();
    await rm(dir, { recursive: true });
  }
});
