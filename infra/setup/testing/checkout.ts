import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, symlinkSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PROJECT_ROOT = path.join(import.meta.dirname, '../../..');
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'biome.json', 'knip.json'];
const FOLDERS = ['core', 'projections', 'bff', 'web', 'infra', 'programs'];

/** A folder that is removed after the test. */
export async function makeFolder(test: { after(work: () => Promise<void>): void }): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'launcher-'));
  test.after(() => rm(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
  return dir;
}

/**
 * A copy of this checkout in `root`, with the packages that are there but without `.bin`, as npm 10 leaves it, and
 * without our mark.
 */
export async function copyCheckout(root: string): Promise<void> {
  await mkdir(path.join(root, 'node_modules'), { recursive: true });
  await Promise.all([
    ...FILES.map((file) => cp(path.join(PROJECT_ROOT, file), path.join(root, file))),
    ...FOLDERS.map((folder) => cp(path.join(PROJECT_ROOT, folder), path.join(root, folder), { recursive: true })),
    symlink(path.join(PROJECT_ROOT, 'dist'), path.join(root, 'dist')),
  ]);
  const left = ['.bin', '.giftledger-installed'];
  for (const name of await readdir(path.join(PROJECT_ROOT, 'node_modules'))) {
    if (!left.includes(name)) {
      await symlink(path.join(PROJECT_ROOT, 'node_modules', name), path.join(root, 'node_modules', name));
    }
  }
}

/** The launcher with one package that its npm has to install: that npm is `npm` in the folder `bin`. */
export async function makeSmallCheckout(root: string, npm: string): Promise<{ env: NodeJS.ProcessEnv }> {
  await cp(path.join(PROJECT_ROOT, 'infra/setup'), path.join(root, 'infra/setup'), { recursive: true });
  const node = `node-${process.platform}-${process.arch}`;
  const packages = { '': { name: 'giftledger' }, [`node_modules/${node}`]: { version: '1.0.0' } };
  await writeFile(
    path.join(root, 'package.json'),
    JSON.stringify({ name: 'giftledger', dependencies: { [node]: '1.0.0' } }),
  );
  await writeFile(path.join(root, 'package-lock.json'), JSON.stringify({ packages }));
  const programs = path.join(root, 'infra/setup/programs.mjs');
  const text = await readFile(programs, 'utf8');
  await writeFile(
    programs,
    text.replace('export const PROGRAMS = {', "export const PROGRAMS = {\n  fixture: { entry: 'fixture.mjs' },"),
  );
  const bin = path.join(root, 'bin');
  await mkdir(bin);
  await writeFile(path.join(bin, 'npm'), npm);
  chmodSync(path.join(bin, 'npm'), 0o755);
  symlinkSync(process.execPath, path.join(bin, 'node'));
  return { env: { PATH: `${bin}:/usr/bin:/bin`, HOME: root, NODE_BINARY: process.execPath, PACKAGED_NODE: node } };
}

/** What the small checkout's npm does to install. */
export const INSTALLS = `
mkdir -p "node_modules/$PACKAGED_NODE/bin"
ln -sf "$NODE_BINARY" "node_modules/$PACKAGED_NODE/bin/node"
echo '{"version":"1.0.0"}' >"node_modules/$PACKAGED_NODE/package.json"
`;

/** An older Node of this machine, if it has one; the packages' own otherwise. */
export function olderNode(): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => !folder.includes('node_modules'));
  const found = folders.map((folder) => path.join(folder, 'node')).find(existsSync);
  const version = found && execFileSync(found, ['--version'], { encoding: 'utf8' });
  return found && /^v2[0-3]\./.test(version ?? '') ? found : process.execPath;
}

/** Starts a command and collects all that it says. */
export function startCommand(file: string, args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Buffer) => {
      said[name] += chunk;
    });
  }
  const ended = new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.once('close', (...end) => resolve(end)),
  );
  /** Ends it and all that it started. */
  const end = () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  return { child, ended, said, all: () => said.stdout + said.stderr, end };
}
