import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { LockHeldError, takeFileLock, withFileLock } from './lock.ts';

describe('file locks', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'lock-'));
  after(() => rm(dir, { recursive: true }));

  it('let one in at a time', async () => {
    const file = path.join(dir, 'one');
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 8 }, () =>
        withFileLock(file, 120_000, async () => {
          inside += 1;
          most = Math.max(most, inside);
          await new Promise((resolve) => setImmediate(resolve));
          inside -= 1;
        }),
      ),
    );
    assert.equal(most, 1);
    assert.deepEqual(await readdir(dir), []);
  });

  it('say who holds them', async () => {
    const release = await takeFileLock(path.join(dir, 'held'), 0);
    await assert.rejects(
      takeFileLock(path.join(dir, 'held'), 0),
      (error) => error instanceof LockHeldError && error.holder.pid === process.pid,
    );
    await release();
  });

  it('are taken over from a process that was killed', async () => {
    const file = path.join(dir, 'killed');
    const script = `import { takeFileLock } from ${JSON.stringify(path.join(import.meta.dirname, 'lock.ts'))};
      await takeFileLock(${JSON.stringify(file)}, 0); console.log('held'); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await withFileLock(file, 0, async () => undefined);
  });
});
