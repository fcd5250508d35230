import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
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

    const cluster = spawnSync(process.execPath, [program, own, open, `cluster,node-1,node-2:${process.getuid?.()}`]);
    assert.equal(cluster.status, 0, String(cluster.stderr));
    const certificate = new X509Certificate(await readFile(path.join(own, 'cluster/server.crt')));
    for (const name of ['node-1', 'node-2', 'localhost']) assert.ok(certificate.checkHost(name), name);
    assert.ok(certificate.verify(new X509Certificate(await readFile(path.join(open, 'cluster/ca/ca.crt'))).publicKey));
  } finally {
    await rm(dir, { recursive: true });
  }
});
