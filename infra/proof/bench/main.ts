// `npm run bench`: figures as ratios to a baseline of the same run, so that they can be compared on any machine.
import os from 'node:os';
import { readOptions, wholeOption } from '#infra/adapters/config/command-options.ts';
import type { Row } from './measure.ts';

/** Each is loaded when it runs: a call for help is answered at once. */
const BENCHES = {
  commands: async () => (await import('./commands.ts')).benchCommands,
  cold: async () => (await import('./cold-streams.ts')).benchCold,
  following: async () => (await import('./following.ts')).benchFollowing,
  books: async () => (await import('./books.ts')).benchBooks,
  api: async () => (await import('./api.ts')).benchApi,
  shop: async () => (await import('./shop.ts')).benchShop,
  wal: async () => (await import('./wal.ts')).benchWal,
  start: async () => (await import('./start.ts')).benchStart,
  memory: async () => (await import('./memory.ts')).benchMemory,
  backup: async () => (await import('./backup.ts')).benchBackup,
  pages: async () => (await import('./pages.ts')).benchPages,
  scale: async () => (await import('./scale/scale.ts')).benchScale,
} as const;
type BenchName = keyof typeof BENCHES;

const values = readOptions(
  `npm run bench -- [--only ${Object.keys(BENCHES).join(',')}] [--commands 20000] [--events 200000] [--entries 1000000] [--rounds 3] [--record]
npm run bench -- --only scale [--orders 1000000] [--customers 10000] [--calls 60] [--paths vat,explain] [--data DIR]`,
  {
    commands: { type: 'string', default: '20000' },
    events: { type: 'string', default: '200000' },
    entries: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    orders: { type: 'string', default: '1000000' },
    customers: { type: 'string', default: '10000' },
    calls: { type: 'string', default: '60' },
    paths: { type: 'string' },
    data: { type: 'string' },
    // Writes the rows into docs/reliability.md.
    record: { type: 'boolean', default: false },
  },
);
const options = {
  commands: wholeOption('commands', values.commands, 1),
  events: wholeOption('events', values.events, 1),
  entries: wholeOption('entries', values.entries, 1),
  rounds: wholeOption('rounds', values.rounds, 1),
  orders: wholeOption('orders', values.orders, 1),
  customers: wholeOption('customers', values.customers, 1),
  calls: wholeOption('calls', values.calls, 1),
  paths: values.paths?.split(','),
  data: values.data,
};
const chosen = chooseBenches(values.only);

function chooseBenches(only: string | undefined): readonly BenchName[] {
  const all = Object.keys(BENCHES) as BenchName[];
  // It takes hours: only when it is asked for.
  if (only === undefined) return all.filter((name) => name !== 'scale');
  const unknown = only.split(',').filter((name) => !all.some((known) => known === name));
  if (unknown.length > 0) {
    console.error(`There is no bench named ${unknown.join(', ')}: choose from ${all.join(', ')}.`);
    process.exit(2);
  }
  return all.filter((name) => only.split(',').includes(name));
}

const cpu = os.cpus();
const size = `${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
console.log(
  `${cpu.length} × ${cpu[0]?.model.trim() ?? 'unknown processor'}, ${size}; Postgres with fsync on; medians of ${options.rounds} rounds, baseline and subject in turn\n`,
);
const { printRow } = await import('./measure.ts');
const { recordFigures } = await import('./record.ts');
const { startBenchStack } = await import('./stack.ts');
const taken = `${new Date().toISOString().slice(0, 10)}: ${cpu.length} cores, ${size}`;
for (const name of chosen) {
  const bench = await BENCHES[name]();
  // Each on its own store: the data of one would slow the next.
  const stack = await startBenchStack();
  try {
    const rows: Row[] = [];
    for await (const row of bench(stack, options)) {
      printRow(row);
      rows.push(row);
    }
    if (values.record) await recordFigures(name, rows, taken);
  } finally {
    await stack.stop();
  }
}
process.exit();
