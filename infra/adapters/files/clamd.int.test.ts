import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { ScannerAwayError } from '#bff/kit/ports/file-scanner.ts';
import { clamdIsInstalled, EICAR, startClamd, startTestScanner } from '#infra/proof/testing/scanner.ts';
import { createClamdScanner } from './clamd.ts';

const MAX_BYTES = 2_000_000;
const DAEMONS = [
  { name: 'the scanner of the tests', start: startTestScanner },
  { name: 'ClamAV', start: startClamd, skip: !clamdIsInstalled() && 'clamd is not installed' },
];

for (const { name, start, skip = false } of DAEMONS) {
  describe(name, { skip }, async () => {
    const daemon = await start({ maxBytes: MAX_BYTES });
    after(() => daemon.stop());
    const scanner = createClamdScanner(daemon.url);
    const isEicar = async (file: Buffer) => assert.match((await scanner.scan(file)) ?? '', /^Eicar-Test-Signature/);

    it('gets a file whole, and says whether it is harmful', async () => {
      const paper = randomBytes(1_000_003);
      assert.equal(await scanner.scan(paper), undefined);
      await isEicar(EICAR);
      await isEicar(Buffer.concat([paper, EICAR]));
      assert.equal(await scanner.isReachable(), true);
    });

    it('gets several files at once, and answers of each', async () => {
      const files = Array.from({ length: 12 }, () => randomBytes(200_000));
      await Promise.all(
        files.flatMap((file) => [
          isEicar(Buffer.concat([file, EICAR])),
          scanner.scan(file).then((found) => assert.equal(found, undefined)),
        ]),
      );
    });

    it('that takes no file of that size does not mean that it is harmless', async () => {
      assert.equal(await scanner.scan(randomBytes(MAX_BYTES)), undefined);
      await assert.rejects(scanner.scan(randomBytes(MAX_BYTES + 1)), ScannerAwayError);
      await assert.rejects(scanner.scan(randomBytes(4 * MAX_BYTES)), ScannerAwayError);
    });
  });
}

describe('a scanner', () => {
  it('that is away, or hangs up, never means that a file is harmless', async () => {
    const nobody = createClamdScanner('tcp://127.0.0.1:1');
    await assert.rejects(nobody.scan(EICAR), ScannerAwayError);
    assert.equal(await nobody.isReachable(), false);
    const rude = await listen((socket) => socket.end());
    await assert.rejects(rude.scanner.scan(EICAR), ScannerAwayError);
    rude.stop();
  });

  it('that hangs is seen as away long before a scan is given up', async () => {
    const hanging = await listen(() => undefined);
    const scan = hanging.scanner.scan(EICAR);
    const first = await Promise.race([scan.catch(() => 'the scan ended'), hanging.scanner.isReachable()]);
    assert.equal(first, false);
    hanging.stop();
    await assert.rejects(scan, ScannerAwayError);
  });
});

async function listen(answer: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    answer(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    scanner: createClamdScanner(`tcp://127.0.0.1:${(server.address() as AddressInfo).port}`),
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
