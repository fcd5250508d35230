import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';

describe('the secrets of docker-compose.yml', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'make-env-'));
  const file = path.join(dir, '.env');
  after(() => rm(dir, { recursive: true }));
  const make = () =>
    spawnSync(process.execPath, [path.join(import.meta.dirname, 'make-env.mjs'), file], { encoding: 'utf8' });

  it('are for their owner alone, all different, and all that the file asks for', async () => {
    assert.equal(make().status, 0);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => /^[A-Z]/.test(line));
    const made = new Map(lines.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]));
    assert.equal(new Set(made.values()).size, made.size);
    const compose = await readFile(path.join(import.meta.dirname, '../../docker-compose.yml'), 'utf8');
    const wanted = new Set([...compose.matchAll(/\$\{([A-Z_]+)(?::\?[^}]*)?\}/g)].map(([, name = '']) => name));
    assert.deepEqual([...made.keys()].toSorted(), [...wanted].toSorted());
  });

  it('are never written over; others who may read them are pointed out', async () => {
    const before = await readFile(file, 'utf8');
    assert.equal(make().status, 1);
    assert.doesNotMatch(make().stderr, /chmod/);
    await chmod(file, 0o644);
    assert.match(make().stderr, /left as it is[\s\S]*chmod 600/);
    assert.equal(await readFile(file, 'utf8'), before);
  });
});
