import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createLogger } from '#infra/adapters/logger/logger.ts';
import { createTestDatabase } from '#infra/proof/testing/database.ts';
import { createJobs } from './jobs.ts';

const GREETING = { name: 'greeting', schema: z.object({ name: z.string() }), backoffMs: 10, attempts: 3 };

describe('jobs on Postgres', async () => {
  const logged: string[] = [];
  const logger = createLogger({ part: 'test', level: 'warn', destination: { write: (line) => logged.push(line) } });
  const database = await createTestDatabase();
  const jobs = createJobs({ databaseUrl: database.url, logger });
  after(async () => {
    await jobs.close();
    await database.drop();
  });

  it('does each job once, and one id only once', async () => {
    const done: string[] = [];
    const kind = { ...GREETING, name: 'once' };
    jobs.work(kind, async (data) => {
      done.push(data.name);
    });
    await jobs.add(kind, { name: 'Anna' }, { id: 'mail:1' });
    await jobs.add(kind, { name: 'Anna' }, { id: 'mail:1' });
    await jobs.add(kind, { name: 'Ben' });
    await eventually(async () => assert.equal((await jobs.counts(kind)).completed, 2));
    assert.deepEqual(done.sort(), ['Anna', 'Ben']);
  });

  it('tries a failing job again, then keeps it and says why', async () => {
    let attempts = 0;
    const kind = { ...GREETING, name: 'failing' };
    jobs.work(kind, async () => {
      attempts += 1;
      throw new Error('the mail server is away');
    });
    await jobs.add(kind, { name: 'Anna' });
    await eventually(async () => assert.equal((await jobs.counts(kind)).failed, 1));
    assert.equal(attempts, 3);
    const [failure] = await jobs.failed(kind);
    assert.equal(failure?.reason, 'the mail server is away');
    // It is counted a moment after it is stored.
    await eventually(() => assert.match(logged.join(''), /a job failed for good/));
  });

  it('hands a job that was queued before to a process that starts later', async () => {
    const kind = { ...GREETING, name: 'later' };
    await jobs.add(kind, { name: 'Anna' });
    const other = createJobs({ databaseUrl: database.url, logger });
    const got = new Promise((resolve) => other.work(kind, async (data) => resolve(data.name)));
    assert.equal(await got, 'Anna');
    await other.close();
  });

  it('goes on, now, with what was put off while the clock was days ahead', async (test) => {
    const kind = { ...GREETING, name: 'ahead', backoffMs: 60_000 };
    const repeating = { ...GREETING, name: 'repeating-ahead' };
    const other = createJobs({ databaseUrl: database.url, logger, clockLookEveryMs: 50 });
    const attempts: number[] = [];
    let runs = 0;
    try {
      const now = Date.now.bind(Date);
      const ahead = test.mock.method(Date, 'now', () => now() + 49 * 3_600_000);
      other.work(kind, async (_data, { attempt }) => {
        attempts.push(attempt);
        if (attempt === 1) throw new Error('the mail server is away');
      });
      await other.every(repeating, 100, { name: 'clock' });
      await other.add(kind, { name: 'Anna' });
      await eventually(async () => assert.equal((await other.counts(kind)).delayed, 1));
      ahead.mock.restore();

      await eventually(() => assert.deepEqual(attempts, [1, 2]));
      other.work(repeating, async () => {
        runs += 1;
      });
      await eventually(() => assert.ok(runs >= 3));
    } finally {
      await other.close();
    }
  });

  it('repeats a scheduled job', async () => {
    let runs = 0;
    const kind = { ...GREETING, name: 'repeating' };
    jobs.work(kind, async () => {
      runs += 1;
    });
    await jobs.every(kind, 50, { name: 'clock' });
    await eventually(() => assert.ok(runs >= 2));
  });
});
