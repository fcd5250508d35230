// The runner behind `npm test` and `npm run verify`; `node infra/proof/testing/run.ts <kind> [glob]` runs one kind.
import { spawn } from 'node:child_process';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { styleText } from 'node:util';
import { PROJECT_ROOT } from '#infra/local/paths.ts';
import { ensureWebBuild } from '#infra/local/web-build.ts';
import { programOf } from '#infra/setup/packages.mjs';
import { startRunCluster, TEST_CLUSTER_VARIABLE } from './cluster.ts';
import { watchMemory } from './memory-watch.ts';

/**
 * A killed run leaves no processes behind. Test files load it too, because Node's runner passes its own options on to
 * them.
 */
const GUARD = path.join(PROJECT_ROOT, 'infra/local/child-guard.ts');
const TOOL_LIMIT_MS = 600_000;
const PIPES_LIMIT_MS = 10_000;
const IN_TURN = 'infra/proof/testing/in-turn.ts';
const FOLDERS = '{core,projections,bff,web,infra,programs}';

type KindOfTest = {
  readonly glob: string;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly isolation?: 'none' | 'process';
  /** So many files share a process, one after the other: few enough that a process does not grow. */
  readonly filesInTurn?: number;
};

/**
 * For a machine of two cores: both kinds that need servers run at once, because each waits half of the time. Those in one process keep no
 * state: to load the same modules for each of them took three quarters of the time.
 */
const KINDS = {
  unit: { glob: `${FOLDERS}/**/*.unit.test.{ts,tsx}`, concurrency: 1, timeoutMs: 600_000, isolation: 'none' },
  prop: { glob: `${FOLDERS}/**/*.prop.test.ts`, concurrency: 2, timeoutMs: 600_000 },
  component: { glob: 'web/**/*.component.test.tsx', concurrency: 1, timeoutMs: 600_000, isolation: 'none' },
  int: { glob: `${FOLDERS}/**/*.int.test.ts`, concurrency: 3, timeoutMs: 1_800_000, filesInTurn: 20 },
  e2e: { glob: 'web/e2e/**/*.e2e.test.ts', concurrency: 2, timeoutMs: 4_000_000, filesInTurn: 1 },
} as const satisfies Record<string, KindOfTest>;
type Kind = keyof typeof KINDS;
const isKind = (mode: string | undefined): mode is Kind => mode !== undefined && Object.hasOwn(KINDS, mode);
const needsServers = (kind: Kind) => kind === 'int' || kind === 'e2e';
/** Screens hold JSX, which Node cannot strip by itself. */
const holdsScreens = (file: string) => /^web\/.*\.(unit|component)\.test\.tsx?$/.test(file);
/** In a process of its own: one that changes its process, or is about what a page loads first. */
const isAlone = (file: string) => file.includes('.alone.');
/** They begin first: at the end nothing else is left to run beside them. */
const LONG = ['infra/proof/api/contract.fuzz.int.test.ts', 'web/e2e/screens.e2e.test.ts'];
const takesLong = (file: string) => isAlone(file) || LONG.includes(file);
/** The line before the reporter's list of failed tests, at its end. */
const FAILING = /^.*failing tests:.*\n/m;
const USAGE = `usage: node infra/proof/testing/run.ts [verify | ${Object.keys(KINDS).join(' | ')}] [glob]`;

type Outcome = { name: string; ok: boolean; note: string; durationMs: number; failures: string };
type StepResult = { ok: boolean; note?: string; failures?: string };
/** When the output of a step is printed: steps that run at once must not mix their lines. */
type Shown = 'at once' | 'at its end' | 'when failed';

const environment: NodeJS.ProcessEnv = {
  ...process.env,
  // The reporter writes to a pipe, so colours must be requested.
  ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
  // Whatever looks for `node` by name finds the one that runs us, not an older one of the machine.
  PATH: [path.dirname(process.execPath), process.env.PATH ?? ''].join(path.delimiter),
  // Most files are separate processes that load the same hundreds of modules.
  NODE_COMPILE_CACHE: path.join(PROJECT_ROOT, 'node_modules/.cache/node'),
};

/**
 * Runs Node with these arguments, and keeps what it prints of the tests that failed. Ends it after this time without a
 * word: a process of Node may stay for good while it ends (https://github.com/nodejs/node/issues/54918), and Node's
 * runner, which limits each test, waits for the process of a file whose tests have passed. Its files are named then.
 * `next` gives it a further file of tests each time that it asks for one (in-turn.ts).
 */
function execute(
  args: string[],
  shown: Shown,
  silentLimitMs: number,
  next?: () => string | undefined,
): Promise<StepResult & { failures: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: PROJECT_ROOT,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe', next ? 'ipc' : 'ignore'],
    });
    const files = args.filter((arg) => arg.includes('.test.'));
    let asked = 0;
    child.on('message', () => {
      asked += 1;
      const file = next?.();
      if (file !== undefined) files.push(file);
      child.send({ file }, () => undefined);
    });
    const output: Buffer[] = [];
    const silence = setTimeout(() => child.kill('SIGTERM'), silentLimitMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output.push(chunk);
        silence.refresh();
        if (shown === 'at once') process.stdout.write(chunk);
      });
    }
    child.once('error', (error) => {
      console.error(`${args[0]} could not be run: ${error.message}`);
      resolve({ ok: false, failures: '' });
    });
    // A process that a test left behind holds the pipes open: nothing more is waited for from it.
    child.once('exit', () => {
      setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, PIPES_LIMIT_MS).unref();
    });
    child.once('close', (code, signal) => {
      clearTimeout(silence);
      const printed = Buffer.concat(output).toString();
      if (shown === 'at its end' || (shown === 'when failed' && code !== 0)) process.stdout.write(printed);
      const listed = code === 0 ? '' : (printed.split(FAILING).at(1) ?? '');
      // Without an error, a process that shares files has asked once after each of them.
      if (code !== null && (code !== 0 || !next || asked === files.length))
        return resolve({ ok: code === 0, failures: listed });
      // Ended by the silence, from outside, or by a test, so nothing lists its failures.
      const how = signal === null ? 'ended by itself' : `ended by ${signal}`;
      const ended = `Did not come to its end (${how}): ${files.join(', ') || args[0]}\n`;
      process.stdout.write(ended);
      resolve({ ok: false, failures: ended });
    });
  });
}

async function timed(name: string, work: () => Promise<StepResult>): Promise<Outcome> {
  const start = performance.now();
  const result = await work();
  const durationMs = performance.now() - start;
  const outcome = { name, ok: result.ok, note: result.note ?? '', durationMs, failures: result.failures ?? '' };
  console.log(describe(outcome));
  return outcome;
}

function describe(outcome: Outcome): string {
  const mark = outcome.ok ? styleText('green', '✓') : styleText('red', '✗');
  const seconds = `${(outcome.durationMs / 1000).toFixed(1)} s`;
  return `${mark} ${outcome.name.padEnd(12)} ${seconds.padStart(8)}${outcome.note ? `  ${outcome.note}` : ''}`;
}

/** Runs a program of a package, by the path that its package names: npm may leave out a link in `.bin`. */
const tool = (name: string, packageName: string, program: string, ...args: string[]) =>
  timed(name, () => execute([programOf(packageName, program), ...args], 'when failed', TOOL_LIMIT_MS));

async function tests(kind: Kind, pattern: string = KINDS[kind].glob, shown: Shown = 'at once'): Promise<Outcome> {
  return timed(kind, async () => {
    const files: string[] = [];
    // A program beside the tests is not run by a pattern that fits it too; a file named whole is.
    for await (const file of glob(pattern, { cwd: PROJECT_ROOT }))
      if (file === pattern || path.matchesGlob(file, KINDS[kind].glob)) files.push(file);
    files.sort();
    if (files.length === 0) return { ok: false, note: `no ${kind} test matches ${pattern}` };
    const screens = ['--import', 'tsx', ...(kind === 'component' ? ['--import', './web/testing/page.ts'] : [])];
    const groups = [
      { files: files.filter((file) => !holdsScreens(file)), imports: [] },
      { files: files.filter((file) => holdsScreens(file) && !isAlone(file)), imports: screens },
      ...files.filter(isAlone).map((file) => ({ files: [file], imports: screens })),
    ];
    const { concurrency, timeoutMs, isolation = 'process', filesInTurn }: KindOfTest = KINDS[kind];
    const flags = [
      // The runner itself loads nothing by --import.
      `--require=${GUARD}`,
      '--test-reporter=spec',
      '--test-force-exit',
      // Objects of a test are young: with room for them, collections take a seventh less of the processor.
      '--min-semi-space-size=32',
      '--max-semi-space-size=64',
      `--test-timeout=${timeoutMs}`,
    ];
    const run = (args: string[], output = shown, next?: () => string | undefined) =>
      execute([...flags, ...args], output, timeoutMs, next);
    const results: { ok: boolean; failures: string }[] = [];
    if (filesInTurn) {
      // From the last to the first, because most files of programs wait for their processes, and those of the BFF, which are short, for nothing.
      const waiting = [...files.filter(takesLong), ...files.filter((file) => !takesLong(file)).reverse()];
      const output = files.length > 1 && shown === 'at once' ? 'at its end' : shown;
      const work = async () => {
        for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
          let left = isAlone(file) ? 1 : filesInTurn;
          results.push(await run([IN_TURN, file], output, () => (--left > 0 ? waiting.shift() : undefined)));
        }
      };
      await Promise.all(Array.from({ length: concurrency }, work));
    } else {
      for (const group of groups) {
        if (group.files.length === 0) continue;
        const runner = ['--test', `--test-isolation=${isolation}`, `--test-concurrency=${concurrency}`];
        results.push(await run([...group.imports, ...runner, ...group.files]));
      }
    }
    const failures = results.map((result) => result.failures).join('');
    return { ok: results.every(({ ok }) => ok), note: `${files.length} files`, failures };
  });
}

const typecheck = () => tool('typecheck', 'typescript', 'tsc', '--noEmit');
const lint = () => tool('lint', '@biomejs/biome', 'biome', 'check', '--error-on-warnings', '--max-diagnostics=50', '.');
const unused = () => tool('unused', 'knip', 'knip', '--no-progress');
const build = () =>
  timed('web build', async () => {
    try {
      return { ok: true, note: (await ensureWebBuild(environment)) ? '' : 'up to date' };
    } catch (error) {
      return { ok: false, note: error instanceof Error ? error.message : String(error) };
    }
  });

/** Runs `work` with a throwaway Postgres cluster that all test files share. */
async function withCluster<T>(work: () => Promise<T>): Promise<T> {
  const cluster = await startRunCluster();
  environment[TEST_CLUSTER_VARIABLE] = cluster.socketDir;
  try {
    return await work();
  } finally {
    await cluster.stop();
  }
}

async function runAll(mode: string | undefined, pattern: string | undefined): Promise<Outcome[]> {
  if (isKind(mode)) {
    const one = async () => [await tests(mode, pattern)];
    return needsServers(mode) ? withCluster(one) : one();
  }
  const verified = await Promise.all([typecheck(), lint(), unused(), tests('unit')]);
  if (mode === 'verify') return verified;
  const [built, properties] = await Promise.all([build(), tests('prop', KINDS.prop.glob, 'when failed')]);
  const browse = () =>
    built.ok
      ? tests('e2e', KINDS.e2e.glob, 'when failed')
      : { name: 'e2e', ok: false, note: 'not run: the web build failed', durationMs: 0, failures: '' };
  // The integration tests wait half of the time and take the longest: everything else runs beside them.
  const rest = await withCluster(() =>
    Promise.all([tests('int'), browse(), tests('component', KINDS.component.glob, 'when failed')]),
  );
  return [...verified, built, properties, ...rest];
}

const [mode, pattern] = process.argv.slice(2);
if (mode !== undefined && mode !== 'verify' && !isKind(mode)) {
  console.error(`There is no kind of test named ${mode}.\n${USAGE}`);
  process.exit(2);
}
const start = performance.now();
watchMemory((line) => console.log(line));
const outcomes = await runAll(mode, pattern);
const failed = outcomes.filter((outcome) => !outcome.ok);
// Several kinds print their failures among thousands of lines, so the end repeats them.
if (outcomes.length > 1) {
  for (const { name, failures } of failed)
    if (failures) console.log(`${styleText('red', `\nFailed in ${name}:`)}\n${failures.trim()}`);
  console.log(`\n${outcomes.map(describe).join('\n')}`);
}
console.log(
  failed.length === 0
    ? styleText('green', `\nAll passed in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
    : styleText('red', `\nFailed: ${failed.map((outcome) => outcome.name).join(', ')}.`),
);
process.exitCode = failed.length === 0 ? 0 : 1;
