import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { freePort, portState } from '#infra/local/ports.ts';
import { makeThrowawayDir } from './throwaway-dir.ts';

/**
 * A harmless text that every scanner reports as harmful (eicar.org). Written so that scanners do not report this file.
 */
export const EICAR = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
);

export type TestScanner = {
  readonly url: string;
  readonly port: number;
  /** The files it received, oldest first. */
  readonly scanned: readonly Buffer[];
  stop(): Promise<void>;
};

/** A server with the protocol of ClamAV's daemon, which finds EICAR. `maxBytes` is its StreamMaxLength. */
export async function startTestScanner({ maxBytes = 30_000_000, port = 0 } = {}): Promise<TestScanner> {
  const scanned: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    let held = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      held = Buffer.concat([held, chunk]);
      const command = held.subarray(0, held.indexOf(0)).toString();
      if (command === 'zPING') return void socket.end('PONG\0');
      const content = contentOf(held.subarray('zINSTREAM\0'.length));
      if (content && content.length > maxBytes) return void socket.end('INSTREAM size limit exceeded. ERROR\0');
      if (!content) return;
      scanned.push(content);
      socket.end(content.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The scanner has no port.');
  return {
    url: `tcp://127.0.0.1:${address.port}`,
    port: address.port,
    scanned,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const clamdIsInstalled = (): boolean => spawnSync('clamd', ['--version']).error === undefined;

/** ClamAV's own daemon, with one signature: that of EICAR. `maxBytes` is its StreamMaxLength. */
export async function startClamd({ maxBytes }: { readonly maxBytes: number }) {
  const dir = await makeThrowawayDir('clamd');
  const [port, settings, signatures] = [
    await freePort(),
    path.join(dir.path, 'conf'),
    path.join(dir.path, 'signatures'),
  ];
  await mkdir(signatures);
  await writeFile(path.join(signatures, 'eicar.ndb'), `Eicar-Test-Signature:0:*:${EICAR.toString('hex')}\n`);
  const lines = ['Foreground yes', 'TCPAddr 127.0.0.1', `TCPSocket ${port}`, `DatabaseDirectory ${signatures}`];
  await writeFile(settings, [...lines, `TemporaryDirectory ${dir.path}`, `StreamMaxLength ${maxBytes}`, ''].join('\n'));
  const daemon = spawn('clamd', ['--config-file', settings], { stdio: 'ignore' });
  const ended = once(daemon, 'exit');
  // It listens once it has read its signatures.
  await eventually(async () => assert.equal(await portState(port), 'taken'));
  return {
    url: `tcp://127.0.0.1:${port}`,
    async stop() {
      daemon.kill();
      await ended;
      await dir.remove();
    },
  };
}

/** The pieces after a command, or undefined before the piece of length zero. */
function contentOf(body: Buffer): Buffer | undefined {
  const pieces: Buffer[] = [];
  for (let at = 0; at + 4 <= body.length; ) {
    const length = body.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(body.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}
