import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startInOneProcess } from './failover/in-one-process.ts';
import { runFailovers } from './failover/run.ts';

/** The short run: `npm run faults -- --failover` kills more often, and with the log elsewhere. */
it('a failover under load loses no acknowledged write, and doubles none', async (test) => {
  const report = await runFailovers({
    isLogApart: false,
    failovers: 1,
    seed: 8,
    customers: 2,
    start: startInOneProcess,
    acknowledgedBetween: 10,
    say: (line) => test.diagnostic(line),
  });
  assert.deepEqual(report.violations, []);
  assert.ok(report.acknowledged > 40, `only ${report.acknowledged} writes were acknowledged`);
});
