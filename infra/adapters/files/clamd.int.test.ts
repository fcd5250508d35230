import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { after, describe, it } from 'node:test';
import { ScannerAwayError } from '#bff/kit/ports/file-scanner.ts';
import { EICAR, startTestScanner } from '#infra/proof/testing/scanner.ts';
import { createClamdScanner } from './clamd.ts';

describe("ClamAV's daemon", async () => {
  const daemon = await startTestScanner({ maxBytes: 5_000_000 });
  after(() => daemon.stop());

  it('gets a file whole, and says whether it is harmful', async () => {
    const scanner = createClamdScanner(daemon.url);
    const paper = randomBytes(1_000_003);
    assert.equal(await scanner.scan(paper), undefined);
    assert.deepEqual(daemon.scanned.at(-1), paper);
    assert.equal(await scanner.scan(EICAR), 'Eicar-Test-Signature');
    assert.equal(await scanner.isReachable(), true);
  });

  it('that takes no file of that size, or is away, or hangs up, never means that a file is harmless', async () => {
    const scanner = createClamdScanner(daemon.url);
    await assert.rejects(scanner.scan(randomBytes(6_000_000)), ScannerAwayError);
    const nobody = createClamdScanner('tcp://127.0.0.1:1');
    await assert.rejects(nobody.scan(EICAR), ScannerAwayError);
    assert.equal(await nobody.isReachable(), false);
    const rude = createServer((socket) => socket.on('error', () => undefined).end());
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve));
    const address = rude.address();
    assert.ok(address && typeof address === 'object');
    await assert.rejects(createClamdScanner(`tcp://127.0.0.1:${address.port}`).scan(EICAR), ScannerAwayError);
    rude.close();
  });
});
