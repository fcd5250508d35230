import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { PROJECT_ROOT } from '#infra/local/paths.ts';
import { freePort } from '#infra/local/ports.ts';

export const run = promisify(execFile);

const NAME = 'giftledger-proof';
const HEALTHY_LIMIT_S = 900;
export const HEALTHY_LIMIT_MS = 300_000;
const MOST_OF_A_MESSAGE = 1_000;
/** They have an init process, so that all that runs in them can be killed from inside. */
export const PARTS = ['web', 'jobs', 'processes', 'projections'];
export const SERVERS = ['postgres', 'eventstore'];
/** `compose down` leaves what a profile started, where it is not asked for that profile. */
const ALL_PROFILES = ['--profile', '*'];

type Container = {
  readonly Service: string;
  readonly State: string;
  readonly Health: string;
  readonly ExitCode: number;
};
export type Project = Awaited<ReturnType<typeof openProject>>;
type Compose = Awaited<ReturnType<typeof prepareCompose>>;

/** docker-compose.yml under a project name and ports of its own, with a `.env` of its own in this folder. */
export async function openProject(folder: string, options: { readonly builds: boolean }) {
  const project = await prepareCompose(folder, options);
  return { ...project, ...containersOf(project) };
}

async function prepareCompose(folder: string, options: { readonly builds: boolean }) {
  const [webPort, mailPort] = [await freePort(), await freePort()];
  const mailboxUrl = `http://localhost:${mailPort}`;
  const settings = {
    PUBLIC_URL: `http://localhost:${webPort}`,
    PORT: String(webPort),
    MAILBOX_PORT: String(mailPort),
    RATE_LIMIT: 'off',
  };
  const env: NodeJS.ProcessEnv = { ...process.env, ...settings };
  const envFile = path.join(folder, '.env');
  const command = ['compose', '--project-name', NAME, '--env-file', envFile];
  await writeFile(envFile, '');

  /** Of another folder, where an earlier release lies. */
  async function composeIn(cwd: string, ...args: string[]): Promise<string> {
    try {
      return (await run('docker', [...command, ...args], { cwd, env, maxBuffer: 64 * 1024 * 1024 })).stdout;
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      const said = `${stdout.slice(-MOST_OF_A_MESSAGE)}\n${stderr.slice(-MOST_OF_A_MESSAGE)}`;
      throw new Error(`docker compose ${args.join(' ')}: ${said}`);
    }
  }
  const compose = (...args: string[]) => composeIn(PROJECT_ROOT, ...args);
  const toolIn = (cwd: string, ...args: string[]) => composeIn(cwd, 'run', '--rm', '-T', ...args);
  const upIn = (cwd: string, ...args: string[]) =>
    composeIn(
      cwd,
      'up',
      ...(options.builds ? ['--build'] : []),
      '--wait',
      '--wait-timeout',
      String(HEALTHY_LIMIT_S),
      ...args,
    );

  return {
    env,
    envFile,
    mailboxUrl,
    command,
    compose,
    volume: (name: string) => `${NAME}_${name}`,
    upIn,
    up: (...args: string[]) => upIn(PROJECT_ROOT, ...args),
    down: () => compose(...ALL_PROFILES, 'down', '--volumes', '--timeout', '10'),

    /** A command of docker-compose.yml, in a container of its own. */
    tool: (...args: string[]) => toolIn(PROJECT_ROOT, ...args),
    toolIn,
    /** What an operator keeps a copy of. */
    secrets: () => toolIn(PROJECT_ROOT, '--no-deps', 'secrets', 'cat', '/secrets/all/secrets.env'),
    ledger: (...args: string[]) => toolIn(PROJECT_ROOT, '--no-deps', 'ledger', ...args),
  };
}

function containersOf({ env, compose }: Compose) {
  const containers = async (): Promise<Container[]> =>
    (await compose('ps', '--all', '--format', 'json'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Container);
  const inspect = async (service: string, format: string): Promise<string> =>
    (await run('docker', ['inspect', '--format', format, `${NAME}-${service}-1`])).stdout;
  /** In the first container of a service. */
  const inside = (service: string, script: string) =>
    compose('exec', '-T', '--index', '1', service, 'sh', '-c', script);

  return {
    containers,
    inspect,
    inside,

    async healthOf(service: string): Promise<string[]> {
      return (await containers()).filter(({ Service }) => Service === service).map(({ Health }) => Health);
    },

    /** All that lasts runs and is healthy: one that was just killed is neither. */
    isReady: (servers = SERVERS) =>
      eventually(async () => {
        const all = await containers();
        const unready = [...PARTS, ...servers, 'notary', 'mail'].filter((name) => {
          const these = all.filter(({ Service }) => Service === name);
          return these.length === 0 || these.some(({ State, Health }) => State !== 'running' || Health !== 'healthy');
        });
        assert.deepEqual(unready, []);
        assert.equal((await fetch(`${env.PUBLIC_URL}/api/health/ready`)).status, 200);
      }, HEALTHY_LIMIT_MS),

    /** Kills all that runs in the first container of a part, and waits until the engine has started it again. */
    async kill(part: string): Promise<void> {
      const startedAt = () => inspect(part, '{{.State.StartedAt}}');
      const before = await startedAt();
      await inside(part, 'kill -9 -1').catch(() => undefined);
      await eventually(async () => assert.notEqual(await startedAt(), before), HEALTHY_LIMIT_MS);
    },

    /** `docker restart` of one of several of a part, which compose cannot do to one alone. */
    restart: (part: string, index: number) => run('docker', ['restart', '--time', '20', `${NAME}-${part}-${index}`]),

    sqlAt: (server: string, user: string, ...statements: string[]) =>
      compose(
        'exec',
        '-T',
        server,
        'psql',
        '--username',
        user,
        '--quiet',
        '--no-align',
        '--tuples-only',
        '--set',
        'ON_ERROR_STOP=1',
        ...statements.flatMap((text) => ['--command', text]),
      ),
  };
}
