// `npm run bench`: figures as ratios to a baseline that is measured in the same run, so that they mean the same anywhere.
import os from 'node:os';
import { readOptions, wholeOption } from '#infra/config/command-options.ts';
import { benchApi } from './api.ts';
import { benchBooks } from './books.ts';
import { benchCold } from './cold-streams.ts';
import { benchCommands } from './commands.ts';
import { benchFollowing } from './following.ts';
import { benchMemory } from './memory.ts';
import { benchPages } from './pages.ts';
import { printRow } from './row.ts';
import { benchShop } from './shop.ts';
import { benchSoak } from './soak.ts';
import { type BenchStack, startBenchStack } from './stack.ts';

const BENCHES = {
  commands: benchCommands,
  cold: benchCold,
  following: benchFollowing,
  books: benchBooks,
  api: benchApi,
  shop: benchShop,
  memory: benchMemory,
  pages: benchPages,
  soak: benchSoak,
} as const;
type BenchName = keyof typeof BENCHES;

const values = readOptions(
  `npm run bench -- [--only ${Object.keys(BENCHES).join(',')}] [--commands 20000] [--events 200000] [--entries 1000000] [--rounds 3] [--soak-minutes 10]`,
  {
    commands: { type: 'string', default: '20000' },
    events: { type: 'string', default: '200000' },
    entries: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    'soak-minutes': { type: 'string', default: '10' },
    only: { type: 'string' },
  },
);
const options = {
  commands: wholeOption('commands', values.commands, 1),
  events: wholeOption('events', values.events, 1),
  entries: wholeOption('entries', values.entries, 1),
  rounds: wholeOption('rounds', values.rounds, 1),
  soakMinutes: wholeOption('soak-minutes', values['soak-minutes'], 1),
};
const chosen = chooseBenches(values.only);

function chooseBenches(only: string | undefined): readonly BenchName[] {
  const all = Object.keys(BENCHES) as BenchName[];
  if (only === undefined) return all;
  const unknown = only.split(',').filter((name) => !all.some((known) => known === name));
  if (unknown.length > 0) {
    console.error(`There is no bench named ${unknown.join(', ')}: choose from ${all.join(', ')}.`);
    process.exit(2);
  }
  return all.filter((name) => only.split(',').includes(name));
}

const cpu = os.cpus();
console.log(
  `${cpu.length} × ${cpu[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, ` +
    `Node ${process.version}; Postgres with fsync on; medians of ${options.rounds} rounds, baseline and subject in turn\n`,
);
for (const name of chosen) {
  // Each on a store of its own: what one left behind would slow the next.
  const stack: BenchStack = await startBenchStack();
  try {
    for await (const row of BENCHES[name](stack, options)) printRow(row);
  } finally {
    await stack.stop();
  }
}
process.exit();
