import { createServer, type Socket } from 'node:net';

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
