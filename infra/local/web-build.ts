import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PROJECT_ROOT } from './paths.ts';
import { LocalStackProblem } from './problem.ts';

const OUTPUT = path.join(PROJECT_ROOT, 'dist/web');
const HASH_FILE = path.join(PROJECT_ROOT, 'dist/web.sha256');
/** All that the built screens are made of. */
const SOURCES = ['web/**/*.*', 'bff/contract/**/*.ts', 'vite.config.ts', 'tsconfig.json', 'package-lock.json'];
const NOT_BUILT = /(\.test\.tsx?$|^web\/e2e\/)/;

/** Builds the screens when none are there or their sources changed since; true when it built. Throws LocalStackProblem. */
export async function ensureWebBuild(env: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<boolean> {
  const hash = await hashSources();
  const last = await readFile(HASH_FILE, 'utf8').catch(() => '');
  if (last === hash && existsSync(path.join(OUTPUT, 'index.html'))) return false;
  // Gone while building: a build that was killed half-way must not look like a whole one.
  await rm(HASH_FILE, { force: true });
  await build(env, signal);
  await mkdir(path.dirname(HASH_FILE), { recursive: true });
  await writeFile(HASH_FILE, hash);
  return true;
}

async function hashSources(): Promise<string> {
  const files: string[] = [];
  for (const pattern of SOURCES) {
    for await (const entry of glob(pattern, { cwd: PROJECT_ROOT, withFileTypes: true })) {
      if (entry.isFile()) files.push(path.relative(PROJECT_ROOT, path.join(entry.parentPath, entry.name)));
    }
  }
  const hash = createHash('sha256');
  for (const file of files.filter((name) => !NOT_BUILT.test(name)).sort()) {
    hash.update(`${file}\0`).update(await readFile(path.join(PROJECT_ROOT, file)));
  }
  return hash.digest('hex');
}

function build(env: NodeJS.ProcessEnv, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const vite = path.join(PROJECT_ROOT, 'node_modules/vite/bin/vite.js');
    const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: PROJECT_ROOT,
      env: { ...env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal === undefined ? {} : { signal }),
    });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve();
      const said = Buffer.concat(output).toString().trim();
      const isFull = /ENOSPC|no space left/i.test(said);
      reject(
        new LocalStackProblem(
          isFull
            ? 'The disk is full, so the screens could not be built. Free some space and start again.'
            : `The screens could not be built:\n${said}`,
        ),
      );
    });
  });
}
