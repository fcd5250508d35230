import { freePort, portState } from './ports.ts';
import { LocalStackProblem } from './problem.ts';

const MAX_PORT = 65_535;
/** Below it, only root may listen, on most machines. */
const FIRST_FREE_PORT = 1024;
/** What is proposed in place of a port that cannot be used. */
const PROPOSED = { PORT: 3000, MAILBOX_PORT: 3001 } as const;

/** The port in the environment variable `name`; 0 means any. Throws LocalStackProblem when it is no port. */
export function portOf(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= MAX_PORT) return port;
  throw new LocalStackProblem(
    `${name} is "${text}", which is no port number. Set it to a number from 1 to 65535, or leave it out.`,
  );
}

/** The addresses of the store and the mailbox. Throws LocalStackProblem when one is taken. */
export async function choosePorts(env: NodeJS.ProcessEnv): Promise<{ port: number; mailboxPort: number }> {
  const choose = async (name: keyof typeof PROPOSED, fallback: number, what: string) => {
    const port = portOf(env, name, fallback);
    if (port === 0) return freePort();
    // Browsers try localhost in both address families, so a program on either would conflict.
    const [ipv4, ipv6] = await Promise.all([portState(port, '127.0.0.1'), portState(port, '::1')]);
    if (ipv4 === 'forbidden' || ipv6 === 'forbidden') {
      throw new LocalStackProblem(
        `This user may not listen on port ${port}, where ${what} would be${port < FIRST_FREE_PORT ? ': ports below 1024 are root’s' : ''}. Choose another port: ${name}=${PROPOSED[name]} npm start`,
      );
    }
    if (ipv4 === 'taken' || ipv6 === 'taken') {
      throw new LocalStackProblem(
        `Port ${port}, where ${what} would be, is in use by another program. Stop that program (lsof -i :${port} names it), or choose another port: ${name}=${otherThan(port)} npm start`,
      );
    }
    return port;
  };
  const ports = {
    port: await choose('PORT', PROPOSED.PORT, 'the store'),
    mailboxPort: await choose('MAILBOX_PORT', PROPOSED.MAILBOX_PORT, 'the mailbox'),
  };
  if (ports.port !== ports.mailboxPort) return ports;
  throw new LocalStackProblem(
    `The store and the mailbox would both be at port ${ports.port}. Choose another port for one: MAILBOX_PORT=${otherThan(ports.port)} npm start`,
  );
}

/** A port that is likely to be free, and that anybody may listen on. */
const otherThan = (port: number): number =>
  port < FIRST_FREE_PORT ? PROPOSED.PORT : port + 100 <= MAX_PORT ? port + 100 : port - 100;
