/**
 * Starts the program of a command: with the packages installed, on the right Node, in an environment that it makes. Passes
 * signals and the exit status on, and leaves nothing behind.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { npmCall, npmEnvironment } from './npm.mjs';
import { isInstalled, nodePath, placeProblem, platformProblem, programOf, ROOT, sudoProblem } from './packages.mjs';
import { PROGRAMS } from './programs.mjs';
import { takeFrom } from './terminal.mjs';

const INSTALL = path.join(ROOT, 'infra/setup/install.mjs');
const LAUNCHED = pathToFileURL(path.join(ROOT, 'infra/setup/launched.mjs')).href;
const LOOK_FOR_STARTER_MS = 500;
/** A program that does not end by itself after its starter is gone. */
const KILL_AFTER_MS = 70_000;
/** The terminal and npm send Ctrl-C, too: the program hears that one first. */
const PASS_ON_AFTER_MS = 100;
const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];
const PASSED_ON_AT_ONCE = ['SIGUSR1', 'SIGUSR2'];
const SHELL = /^(sh|dash|bash|ash|busybox|zsh|ksh|fish)$/;

export async function launch(name, args) {
  const program = PROGRAMS[name];
  if (!program) {
    console.error(`There is no command named ${name}: infra/setup/programs.mjs lists them.`);
    return process.exit(2);
  }
  if (program.npm) return run(npmCall([...program.npm, ...args]), { env: npmEnvironment() }, name, program);
  const problem = platformProblem() ?? placeProblem() ?? sudoProblem();
  if (problem !== undefined) {
    console.error(problem);
    return process.exit(1);
  }
  if (!isInstalled()) {
    // What it says is no part of the command's output.
    const call = [process.execPath, [INSTALL]];
    await run(call, { env: process.env, cwd: ROOT, output: 2 }, name, { continues: true, isTool: true });
  }
  const node = nodePath();
  // gRPC names the event store by its address in TLS, too, which Node warns of.
  const flags = program.isTool ? [] : ['--disable-warning=DEP0123', '--import', LAUNCHED];
  const own = [...(program.arguments ?? []), ...args, ...keptByNpm()];
  const call = [node, [...flags, ...(program.flags ?? []), entryOf(program), ...own]];
  return run(call, { env: environmentOf(program, node), ...(name === 'ledger' ? {} : { cwd: ROOT }) }, name, program);
}

/** Without -- before it, npm takes this option for its own, and says nothing. A program that does not know it refuses it. */
const keptByNpm = () => (process.env.npm_config_dry_run === 'true' ? ['--dry-run'] : []);

function entryOf({ entry, bin }) {
  return entry === undefined ? programOf(...bin) : path.join(ROOT, entry);
}

function environmentOf({ takes = [], reachesOut, environment, passesTerminal }, node) {
  if (passesTerminal) return process.env;
  const taken = takeFrom(process.env, 'SYSTEM', ...takes, ...(reachesOut ? ['SERVERS', 'PROXIES'] : []));
  return {
    ...taken,
    // Whatever looks for `node` by name finds this one.
    PATH: [path.dirname(node), ...(taken.PATH ? [taken.PATH] : [])].join(path.delimiter),
    // What is compiled is kept: a program starts in half the time.
    NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/node'),
    ...environment,
  };
}

/** Runs a process as if it were this one. Returns only from one that `continues`, when it succeeded. */
function run([file, args], { env, cwd, output = 'inherit' }, name, { isTool, continues }) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { env, cwd, stdio: ['inherit', output, 'inherit', 'ipc'] });
    const stopHearing = passSignals(child, isTool);
    const stopLooking = endWithStarter(child, name);
    child.once('error', (error) => {
      console.error(`${file} cannot be run: ${error.message}. Delete node_modules and run the same command again.`);
      process.exit(1);
    });
    child.once('exit', (code, signal) => {
      stopHearing();
      stopLooking();
      if (continues && code === 0) resolve();
      else endLike(code, signal);
    });
  });
}

function endLike(code, signal) {
  if (signal === null) return process.exit(code);
  // The program that waits for us sees the same end; a signal that leaves a core is told by number alone.
  if ([...PASSED_ON, 'SIGKILL'].includes(signal)) process.kill(process.pid, signal);
  process.exitCode = 128 + constants.signals[signal];
}

function passSignals(child, isTool) {
  const passOn = (signal) => {
    if (isTool) child.kill(signal);
    else setTimeout(() => child.connected && child.send({ signal }, () => undefined), PASS_ON_AFTER_MS);
  };
  const passAtOnce = (signal) => child.kill(signal);
  for (const signal of PASSED_ON) process.on(signal, passOn);
  for (const signal of PASSED_ON_AT_ONCE) process.on(signal, passAtOnce);
  return () => {
    for (const signal of [...PASSED_ON, ...PASSED_ON_AT_ONCE]) process.removeAllListeners(signal);
  };
}

/** npm may be killed, and the shell that it starts us by may stay: then nobody hears us any more. */
function endWithStarter(child, name) {
  // Anybody else may start us in the background and go.
  if (process.env.npm_lifecycle_event !== name || process.env.npm_package_name !== 'giftledger') return () => undefined;
  const starter = process.ppid;
  const { name: starterName = '', parent } = processOf(starter);
  const isShell = SHELL.test(starterName);
  const looking = setInterval(() => {
    if (process.ppid === starter && (!isShell || processOf(starter).parent === parent)) return;
    clearInterval(looking);
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref();
  }, LOOK_FOR_STARTER_MS).unref();
  return () => clearInterval(looking);
}

/** Name and parent of a process, where the kernel tells. */
function processOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, name, rest] = /^\d+ \((.*)\) \S (\d+)/s.exec(stat);
    return { name, parent: rest };
  } catch {
    return {};
  }
}
