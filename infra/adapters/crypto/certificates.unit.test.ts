import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { connect, createServer } from 'node:tls';
import { ensureCertificate } from './certificates.ts';

describe('a certificate of our own', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'certificates-'));
  after(() => rm(dir, { recursive: true }));

  it('is good for its names alone, by its authority alone, and its key is for its owner', async () => {
    const files = await ensureCertificate(dir, ['localhost', 'eventstore', '127.0.0.1']);
    assert.equal((await stat(files.key)).mode & 0o777, 0o600);
    const ca = await readFile(files.ca);
    const server = createServer({ key: await readFile(files.key), cert: await readFile(files.cert) });
    server.on('tlsClientError', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const secured = async (options: object) => {
      const socket = connect({ host: '127.0.0.1', port, ...options });
      try {
        await once(socket, 'secureConnect');
      } finally {
        socket.destroy();
      }
    };
    await secured({ ca, servername: 'localhost' });
    await secured({ ca, servername: 'eventstore' });
    await secured({ ca });
    await assert.rejects(secured({ ca, servername: 'elsewhere' }), /altnames/);
    await assert.rejects(secured({ servername: 'localhost' }), /certificate/);
    server.close();
    const cert = new X509Certificate(await readFile(files.cert));
    assert.ok(cert.verify(new X509Certificate(ca).publicKey));
    assert.equal(new X509Certificate(await readFile(files.cert)).ca, false);
  });

  it('is kept, until it is asked for another name', async () => {
    const of = async (names: string[]) => readFile((await ensureCertificate(dir, names)).cert, 'utf8');
    const made = await of(['localhost', 'eventstore']);
    assert.equal(await of(['localhost']), made);
    assert.notEqual(await of(['localhost', 'another']), made);
  });

  it('is made again where the clock was ahead when it was made', async (test) => {
    const names = ['localhost', 'ahead'];
    const of = async () => readFile((await ensureCertificate(dir, names)).cert, 'utf8');
    test.mock.timers.enable({ apis: ['Date'], now: Date.now() + 30 * 86_400_000 });
    const ahead = await of();
    test.mock.timers.reset();
    const made = await of();
    assert.notEqual(made, ahead);
    assert.ok(new X509Certificate(made).validFromDate.getTime() < Date.now());
  });
});
