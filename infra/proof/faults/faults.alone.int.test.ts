import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runFaults } from './run.ts';
import { PART_NAMES } from './stack.ts';

/** The short run: one fault for each part. `npm run faults -- --kills N --seed S` runs as long as needed. */
const SEED = Number(process.env.FAULTS_SEED ?? 8);

it('nothing that was acknowledged is lost or doubled, whichever part is killed or stopped', async (test) => {
  const report = await runFaults({
    kills: PART_NAMES.length,
    seed: SEED,
    customers: 4,
    acknowledgedBetween: 8,
    say: (line) => test.diagnostic(line),
    sayDetail: () => undefined,
  });
  assert.deepEqual(report.violations, []);
  assert.ok(report.acknowledged > 100, `only ${report.acknowledged} writes were acknowledged`);
});
