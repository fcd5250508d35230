import { freePort, portIsFree } from './ports.ts';
import { LocalStackProblem } from './problem.ts';

/** The port in the environment variable `name`; 0 means any. Throws LocalStackProblem when it is no port. */
export function portOf(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new LocalStackProblem(
    `${name} is "${text}", which is no port number. Set it to a number from 1 to 65535, or leave it out.`,
  );
}

/** The addresses of the store and the mailbox. Throws LocalStackProblem when one is taken. */
export async function choosePorts(env: NodeJS.ProcessEnv): Promise<{ port: number; mailboxPort: number }> {
  const choose = async (name: string, fallback: number, what: string) => {
    const port = portOf(env, name, fallback);
    if (port === 0) return freePort();
    // Browsers try localhost in both address families, so a program on either would conflict.
    for (const host of [env.HOST || '127.0.0.1', '::1']) {
      if (!(await portIsFree(port, host))) {
        throw new LocalStackProblem(
          `Port ${port}, where ${what} would be, is in use by another program. Stop that program (lsof -i :${port} names it), or choose another port: ${name}=${port + 100} npm start`,
        );
      }
    }
    return port;
  };
  return {
    port: await choose('PORT', 3000, 'the store'),
    mailboxPort: await choose('MAILBOX_PORT', 3001, 'the mailbox'),
  };
}
