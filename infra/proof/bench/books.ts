import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { PROJECT_ROOT } from '#infra/local/paths.ts';
import { PROGRAMS } from '#infra/setup/programs.mjs';
import { makeThrowawayDir } from '../testing/throwaway-dir.ts';
import { createLongLog } from './long-log.ts';
import { median, type Row } from './measure.ts';
import type { BenchStack } from './stack.ts';

/** The commands of finance that read the whole log. */
const COMMANDS = [
  'verify',
  'check',
  'trial-balance',
  'history',
  'export --format hledger',
  'export --format csv',
  'export --format jsonl',
] as const;
/** The part of the log on which memory is measured first. */
const FIRST_PART = 10;
const KIB_PER_MIB = 1024;
const US_PER_SECOND = 1_000_000;

/** `ownSeconds` is processor time of the process itself: other work on the machine hardly changes it. */
type Pass = { readonly seconds: number; readonly ownSeconds: number; readonly peakMib: number };

/**
 * The command line on a long log. Each command runs as finance runs it, in its own process that writes to a file,
 * between two bare reads of the log by such a process. Its memory is compared with its memory on a tenth of the log.
 */
export async function* benchBooks(
  stack: BenchStack,
  { events, rounds }: { readonly events: number; readonly rounds: number },
): AsyncGenerator<Row> {
  const log = await createLongLog(stack.store);
  await log.growTo(events / FIRST_PART);
  const first = log.size;
  const peaksBefore = new Map<string, number>();
  for (const command of COMMANDS) peaksBefore.set(command, (await runCommand(stack, command)).peakMib);

  await log.growTo(events);
  const total = log.size;
  const passes = new Map<string, Pass[]>(COMMANDS.map((command) => [command, []]));
  const bare: Pass[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await readBare(stack));
    for (const command of COMMANDS) passes.get(command)?.push(await runCommand(stack, command));
    bare.push(await readBare(stack));
  }
  const medianOf = (all: readonly Pass[], figure: 'seconds' | 'ownSeconds') => median(all.map((pass) => pass[figure]));
  const bareSeconds = medianOf(bare, 'seconds');
  for (const [command, all] of passes) {
    const seconds = medianOf(all, 'seconds');
    yield {
      what: `ledger ${command}, ${total} events in ${seconds.toFixed(1)} s, ${medianOf(all, 'ownSeconds').toFixed(1)} s of them its own processor time`,
      baseline: `bare read of $all (${bareSeconds.toFixed(1)} s, ${medianOf(bare, 'ownSeconds').toFixed(1)} s of its own)`,
      aim: 0.6,
      ratio: bareSeconds / seconds,
    };
    const peak = Math.max(...all.map(({ peakMib }) => peakMib));
    const before = peaksBefore.get(command) ?? 0;
    yield {
      what: `memory of ledger ${command} at most: ${peak.toFixed(0)} MiB`,
      baseline: `the ${before.toFixed(0)} MiB that ${first} events take`,
      aim: 2,
      isCeiling: true,
      ratio: peak / before,
    };
  }
}

/** As the launcher starts it, without the launcher: its own time and memory are measured. */
const runCommand = (stack: BenchStack, command: string): Promise<Pass> => {
  const { entry, flags, environment } = PROGRAMS.ledger;
  return run(stack, process.execPath, [...flags, entry, ...command.split(' ')], environment);
};
const readBare = (stack: BenchStack): Promise<Pass> => run(stack, process.execPath, ['infra/proof/bench/read-all.ts']);

/** From start to end, with everything it reads, writes and sets up. @throws Error unless it succeeds */
async function run(
  { eventstoreUrl, macKey }: BenchStack,
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Pass> {
  const dir = await makeThrowawayDir('books');
  const answer = await open(path.join(dir.path, 'answer'), 'w');
  const began = performance.now();
  try {
    const child = spawn(program, args, {
      cwd: PROJECT_ROOT,
      env: {
        ...process.env,
        EVENTSTORE_URL: eventstoreUrl,
        EVENT_MAC_KEYS: `1:${macKey.toString('base64')}`,
        NODE_OPTIONS: '--import ./infra/proof/bench/at-exit.ts',
        ...environment,
      },
      stdio: ['ignore', answer.fd, 'pipe', 'pipe'],
    });
    const [notes, figures, [code]] = await Promise.all([
      textOf(child.stdio[2]),
      textOf(child.stdio[3]),
      once(child, 'exit'),
    ]);
    if (code !== 0) throw new Error(`${[program, ...args].join(' ')} ended with ${code}: ${notes}`);
    const [peakKib = 0, ownUs = 0] = figures.split(' ').map(Number);
    const seconds = (performance.now() - began) / 1_000;
    return { seconds, ownSeconds: ownUs / US_PER_SECOND, peakMib: peakKib / KIB_PER_MIB };
  } finally {
    await answer.close();
    await dir.remove();
  }
}

async function textOf(pipe: unknown): Promise<string> {
  let text = '';
  for await (const chunk of pipe as AsyncIterable<Buffer>) text += chunk.toString();
  return text;
}
