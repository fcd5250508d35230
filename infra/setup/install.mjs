// `node infra/setup/install.mjs`: installs the packages, and with them the right Node, when they are missing, out of date or
// broken. Plain JavaScript on built-in modules only: it must run on the Node that the machine happens to have.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { takeInstallLock } from './install-lock.mjs';
import { CI, cacheOptions, installAdvice, npmCall, npmEnvironment } from './npm.mjs';
import { isInstalled, markInstalled, nodePath, platformProblem, ROOT } from './packages.mjs';

const KILL_AFTER_MS = 5_000;
const KEPT_CHARS = 20_000;

/** Everything is said on stderr: what a command prints for other programs stays clean. */
const say = (text) => console.error(text);
function fail(text) {
  say(`\n${text}`);
  process.exitCode = 1;
}

let npm;
let stopped;
/** npm ends before we do: it would go on writing beside the next installation. */
function stop(exitCode) {
  stopped ??= exitCode;
  if (!npm) return process.exit(exitCode);
  npm.kill('SIGTERM');
  setTimeout(() => npm.kill('SIGKILL'), KILL_AFTER_MS).unref();
}
for (const [signal, exitCode] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
  process.on(signal, () => stop(exitCode));
}
// Our starter was killed.
process.once('disconnect', () => stop(1));
process.channel?.unref();

/** Runs npm with its output on stderr. Returns its exit code, and the end of what it said. */
function run([file, args], lock) {
  return new Promise((resolve) => {
    npm = spawn(file, args, { cwd: ROOT, env: npmEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
    if (npm.pid !== undefined) lock.note(npm.pid);
    let said = '';
    for (const stream of [npm.stdout, npm.stderr]) {
      stream.on('data', (chunk) => {
        said = (said + chunk).slice(-KEPT_CHARS);
        process.stderr.write(chunk);
      });
    }
    npm.once('error', (error) => resolve({ code: 1, error, said }));
    npm.once('close', (code) => resolve({ code: code ?? 1, said }));
  });
}

/** The number of the process that runs the store on this checkout's data, if one does. */
function runningStore() {
  try {
    const dir = path.resolve(ROOT, process.env.GIFTLEDGER_DATA_DIR || '.data');
    const { pid, startedAt } = JSON.parse(readFileSync(path.join(dir, 'runtime.json'), 'utf8')).supervisor;
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] === startedAt ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** The owner's name, for others who may not write in this checkout. */
function describeFolderError(error) {
  if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  const { uid } = statSync(ROOT);
  return `The packages of ${ROOT} are missing or out of date, and this user may not write there (it belongs to user ${uid}). Its owner has to run this command once; or clone the project into a folder of your own.`;
}

async function install(lock) {
  const running = runningStore();
  if (running !== undefined) {
    return fail(
      `The packages are out of date, and a store runs with them (process ${running}): installing would take its files away. Stop it (Ctrl-C in its terminal, or kill ${running}), then run this command again.`,
    );
  }
  const start = Date.now();
  say('Installing packages (once, about half a minute) …');
  const { code, error, said } = await run(npmCall([...CI, ...cacheOptions()]), lock);
  npm = undefined;
  if (stopped !== undefined) {
    say('The installation was stopped. The next command begins it again.');
    return process.exit(stopped);
  }
  if (error?.code === 'ENOENT') {
    return fail(
      'The packages are installed by npm, and there is none on the PATH. Install it (it comes with Node), then run the same command again.',
    );
  }
  if (code !== 0)
    return fail(`The packages could not be installed. ${installAdvice(said)}, then run the same command again.`);
  const { stdout, error: cannotRun } = spawnSync(nodePath(), ['--version'], { encoding: 'utf8' });
  if (cannotRun || !/^v\d/.test(stdout)) {
    return fail(
      `The packages are installed, but the Node that came with them does not run on this machine (${nodePath()}: ${cannotRun?.message ?? 'no answer'}).`,
    );
  }
  markInstalled();
  if (!isInstalled()) {
    return fail(
      `npm reports success, but not all packages lie in ${path.join(ROOT, 'node_modules')}. Delete that folder and run the same command again.`,
    );
  }
  say(`Installed in ${((Date.now() - start) / 1000).toFixed(0)} s.`);
}

const problem = platformProblem();
if (problem !== undefined) fail(problem);
else if (!isInstalled()) {
  try {
    const lock = await takeInstallLock((pid) =>
      say(`Another command is installing the packages (process ${pid}): waiting for it …`),
    );
    try {
      // It may have been done while we waited.
      if (!isInstalled()) await install(lock);
    } finally {
      lock.release();
    }
  } catch (error) {
    fail(describeFolderError(error));
  }
}
