// `npm run bench`: figures as ratios to a baseline that is measured in the same run, so that they mean the same anywhere.
import os from 'node:os';
import { parseArgs } from 'node:util';
import { benchCommands } from './commands.ts';
import { benchFollowing } from './following.ts';
import { startBenchStack } from './stack.ts';

export type Row = {
  what: string;
  baseline: string;
  aim: number;
  ratio: number;
  subjectPerSecond: number;
  baselinePerSecond: number;
  p50Ms: number;
  p99Ms: number;
};

const { values } = parseArgs({
  options: {
    commands: { type: 'string', default: '20000' },
    events: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '3' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log('npm run bench -- [--commands 20000] [--events 200000] [--rounds 3]');
  process.exit(0);
}
const options = { commands: whole('commands'), events: whole('events'), rounds: whole('rounds') };

function whole(name: 'commands' | 'events' | 'rounds'): number {
  const value = Number(values[name]);
  if (Number.isInteger(value) && value > 0) return value;
  console.error(`--${name} wants a whole number above zero, not "${values[name]}".`);
  process.exit(2);
}

const cpu = os.cpus();
console.log(
  `${cpu.length} × ${cpu[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, ` +
    `Node ${process.version}; Postgres with fsync on; medians of ${options.rounds} rounds, baseline and subject in turn\n`,
);
const stack = await startBenchStack();
try {
  for (const bench of [benchCommands, benchFollowing]) {
    for await (const row of bench(stack, options)) print(row);
  }
} finally {
  await stack.stop();
}

function print(row: Row): void {
  const mark = row.ratio >= row.aim ? 'reached' : 'MISSED';
  console.log(
    `${row.what}\n  ${row.ratio.toFixed(2)} × ${row.baseline} (aim ${row.aim}: ${mark}); ` +
      `${Math.round(row.subjectPerSecond)}/s against ${Math.round(row.baselinePerSecond)}/s; ` +
      `p50 ${row.p50Ms.toFixed(1)} ms, p99 ${row.p99Ms.toFixed(1)} ms`,
  );
}
