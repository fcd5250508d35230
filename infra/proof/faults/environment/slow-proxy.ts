import { createConnection, createServer, type Socket } from 'node:net';

export type SlowProxy = {
  readonly port: number;
  /** Delays all data from now on by this long, in each direction. */
  setDelay(ms: number): void;
  close(): Promise<void>;
};

/** A TCP proxy in front of Postgres that can be made slow: data keep their order and none are lost. */
export async function startSlowProxy(targetPort: () => number): Promise<SlowProxy> {
  let delayMs = 0;
  const sockets = new Set<Socket>();

  function carry(from: Socket, to: Socket): void {
    let lastAtMs = 0;
    const after = (work: () => void) => {
      lastAtMs = Math.max(performance.now() + delayMs, lastAtMs);
      setTimeout(work, Math.max(lastAtMs - performance.now(), 0));
    };
    from.on('data', (chunk) => {
      from.pause();
      after(() => {
        if (!to.destroyed) to.write(chunk);
        from.resume();
      });
    });
    from.on('close', () => after(() => to.destroy()));
    // `close` follows, and ends the other side.
    from.on('error', () => undefined);
    sockets.add(from);
    from.once('close', () => sockets.delete(from));
  }

  const server = createServer((client) => {
    const target = createConnection({ port: targetPort(), host: '127.0.0.1', noDelay: true });
    client.setNoDelay(true);
    carry(client, target);
    carry(target, client);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port.');
  return {
    port: address.port,
    setDelay(ms) {
      delayMs = ms;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
