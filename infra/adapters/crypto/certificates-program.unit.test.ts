import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';

it('the program for certificates gives clients what they verify servers by, and no key', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'certificates-'));
  try {
    const [own, open] = ['own', 'open'].map((name) => path.join(dir, name));
    assert.ok(own && open);
    const program = path.join(import.meta.dirname, '../../../programs/certificates.ts');
    const { status, stderr } = spawnSync(process.execPath, [program, own, open, `store:${process.getuid?.()}`]);
    assert.equal(status, 0, String(stderr));
    assert.deepEqual(await readdir(open, { recursive: true }), ['store', 'store/ca', 'store/ca/ca.crt']);
    assert.equal((await stat(path.join(own, 'store/server.key'))).mode & 0o777, 0o600);
    assert.equal(spawnSync(process.execPath, [program, own, 'store:1']).status, 2);
  } finally {
    await rm(dir, { recursive: true });
  }
});
