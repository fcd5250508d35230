// `npm run faults -- --kills N --seed S`: the product under load, while its parts are killed, stopped and cut off.
import { parseArgs } from 'node:util';
import { runFaults } from './run.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    customers: { type: 'string', default: '6' },
    verbose: { type: 'boolean', short: 'v', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(
    'npm run faults -- [--kills 30] [--seed N] [--customers 6] [--verbose]\n\nThe same seed gives the same faults and the same customers; what meets what is up to the machine.',
  );
  process.exit(0);
}

function whole(name: 'kills' | 'seed' | 'customers', least: number): number {
  const value = Number(values[name]);
  if (Number.isInteger(value) && value >= least) return value;
  console.error(`--${name} wants a whole number from ${least} on, not "${values[name]}".`);
  process.exit(2);
}

const report = await runFaults({
  kills: whole('kills', 0),
  seed: whole('seed', 0),
  customers: whole('customers', 1),
  acknowledgedBetween: 25,
  say: (line) => console.log(line),
  sayDetail: (line) => {
    if (values.verbose) console.log(`    ${line}`);
  },
});
console.log(
  report.violations.length === 0
    ? `\nSound: ${report.acknowledged} acknowledged, nothing lost, nothing doubled.`
    : `\nNOT SOUND: ${report.violations.length} violations, see above.`,
);
process.exit(report.violations.length === 0 ? 0 : 1);
