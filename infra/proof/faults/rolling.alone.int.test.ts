import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runRolling } from './rolling/run.ts';

/** The short run: each part is restarted once. `npm run faults -- --rolling` goes on for 50,000 requests. */
it('no request fails while each part of two is restarted in turn', async (test) => {
  const report = await runRolling({
    requests: 0,
    readers: 3,
    buyers: 2,
    drainSeconds: 10,
    healthEveryMs: 500,
    // Nothing that breaks is hidden by it: a machine may be slow, and one server is alone for a while.
    patience: { healthMs: 20_000, tryForMs: 60_000, answerMs: 110_000 },
    say: (line) => test.diagnostic(line),
  });
  assert.deepEqual(report.failures, []);
  assert.equal(report.doubtful, 0);
  assert.ok(report.restarts > 0 && report.orders.size > 0, `${report.restarts} restarts, ${report.orders.size} orders`);
});
