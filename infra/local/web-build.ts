import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { takeFrom } from '#infra/setup/terminal.mjs';
import { withFileLock } from './lock.ts';
import { PROJECT_ROOT } from './paths.ts';
import { errorCode, LocalStackProblem, ownerOf, userName } from './problem.ts';

const DIST = path.join(PROJECT_ROOT, 'dist');
const OUTPUT = path.join(DIST, 'web');
const HASH_FILE = path.join(DIST, 'web.sha256');
const LOCK_WAIT_MS = 120_000;
/** All that the built screens are made of. */
/** The screens import core's tables and limits; only the bundler knows which files. */
const SOURCES = [
  'web/**/*.*',
  'bff/contract/**/*.ts',
  'core/**/*.ts',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
];
const NOT_BUILT = /(\.test\.tsx?$|^web\/e2e\/)/;

/** Builds the screens if there are none or their sources changed since; true if it built. Throws LocalStackProblem. */
export async function ensureWebBuild(env: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<boolean> {
  if (await isUpToDate(await hashSources())) return false;
  try {
    await mkdir(DIST, { recursive: true });
    return await buildOnce(env, signal);
  } catch (error) {
    throw describeBuildError(error);
  }
}

/** Puts into words that this user may not write a checkout of somebody else; other errors pass unchanged. */
export function describeBuildError(error: unknown): unknown {
  if (!['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) return error;
  return new LocalStackProblem(
    `The screens are not built, or out of date, and this user may not write ${DIST}. ${userName(ownerOf(DIST))}, who owns this checkout, has to run npm start or npm run build once. Or clone the project into a folder of your own.`,
    { cause: error },
  );
}

function buildOnce(env: NodeJS.ProcessEnv, signal: AbortSignal | undefined): Promise<boolean> {
  // Another start or test run of this checkout may be building the same: then its result is used.
  return withFileLock(path.join(DIST, 'web.lock'), LOCK_WAIT_MS, async () => {
    const hash = await hashSources();
    if (await isUpToDate(hash)) return false;
    const next = path.join(DIST, 'web.next');
    const previous = path.join(DIST, 'web.previous');
    await build(next, env, signal);
    // Replaced as a whole, so that a running store always has a complete build to serve.
    await rm(previous, { recursive: true, force: true });
    await rm(HASH_FILE, { force: true });
    if (existsSync(OUTPUT)) await rename(OUTPUT, previous);
    await rename(next, OUTPUT);
    await writeFile(HASH_FILE, hash);
    await rm(previous, { recursive: true, force: true });
    return true;
  });
}

/** True when there is a build, even of older sources. */
export const hasWebBuild = (): boolean => existsSync(path.join(OUTPUT, 'index.html'));

async function isUpToDate(hash: string): Promise<boolean> {
  const last = await readFile(HASH_FILE, 'utf8').catch(() => '');
  return last === hash && hasWebBuild();
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

function build(outDir: string, env: NodeJS.ProcessEnv, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const vite = path.join(PROJECT_ROOT, 'node_modules/vite/bin/vite.js');
    const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: PROJECT_ROOT,
      env: {
        ...takeFrom(env, 'SYSTEM'),
        WEB_OUTPUT: outDir,
        NODE_ENV: 'production',
        NO_COLOR: '1',
        FORCE_COLOR: undefined,
      },
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
