import { createServer } from 'node:net';
import { errorCode } from './problem.ts';

/** False when the port is taken on that address, or may not be listened on by this user. */
export function portIsFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    // Without IPv6 there is nobody on its address either.
    server.once('error', (error) => resolve(!['EADDRINUSE', 'EACCES'].includes(errorCode(error) ?? '')));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

/** A TCP port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
