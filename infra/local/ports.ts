import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { errorCode } from './problem.ts';

/** Whether a program of this user could listen on the port of that address. */
export function portState(port: number, host = '127.0.0.1'): Promise<'free' | 'taken' | 'forbidden'> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => {
      const code = errorCode(error);
      // Without IPv6 its address cannot be taken either.
      resolve(code === 'EADDRINUSE' ? 'taken' : code === 'EACCES' || code === 'EPERM' ? 'forbidden' : 'free');
    });
    server.listen(port, host, () => server.close(() => resolve('free')));
  });
}

export const portIsFree = async (port: number): Promise<boolean> => (await portState(port)) === 'free';

/**
 * Below the ports that systems give to outgoing connections and to programs that ask for any port, so none is taken by
 * chance.
 */
const FIRST_PORT = 20_000;
const PORTS = 10_000;
const MAX_TRIES = 100;
/** Each process begins at another port, and gives none out twice. */
let next = randomInt(PORTS);

/**
 * Keeps a port for this process until it ends, against others that look for one: it is often taken only seconds later, by a part that starts.
 * False where another process keeps it. The name is one of Linux' sockets without a file; elsewhere nothing is kept.
 */
export function keepPort(port: number): Promise<boolean> {
  if (process.platform !== 'linux') return Promise.resolve(true);
  return new Promise((resolve) => {
    const server = createServer().unref();
    server.once('error', () => resolve(false));
    server.listen(`\0giftledger-port-${port}`, () => resolve(true));
  });
}

/** A TCP port that was free a moment ago, and is given to no other process. @throws when a bounded number of tries found none */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const port = FIRST_PORT + next;
    next = (next + 1) % PORTS;
    if ((await portIsFree(port)) && (await keepPort(port))) return port;
  }
  throw new Error(`None of ${MAX_TRIES} ports was free.`);
}
