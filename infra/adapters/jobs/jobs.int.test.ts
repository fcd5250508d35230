import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { z } from 'zod';
import { repeatedJob } from '#bff/kit/jobs/repeated-job.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createLogger } from '#infra/adapters/logger/logger.ts';
import { migrateJobs } from '#infra/adapters/postgres/jobs-schema.ts';
import { watchStatements } from '#infra/proof/api/watch-statements.ts';
import { createTestDatabase } from '#infra/proof/testing/database.ts';
import { healClockJump } from './clock-watch.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { openQueues } from './queues.ts';

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
    await eventually(async () => assert.equal((await countOf(jobs, kind)).completed, 2));
    assert.deepEqual(done.sort(), ['Anna', 'Ben']);
  });

  it('tries a failing job again, then keeps it and says why', async () => {
    let attempts = 0;
    const kind = { ...GREETING, name: 'failing' };
    jobs.work(kind, async () => {
      attempts += 1;
      throw new Error('the mail server is away');
    });
    await jobs.add(kind, { name: 'Anna' }, { id: 'mail:1' });
    await eventually(async () => assert.equal((await countOf(jobs, kind)).failed, 1));
    assert.equal(attempts, 3);
    assert.equal(await jobs.failureOf(kind, 'mail:1'), 'the mail server is away');
    // It is counted a moment after it is stored.
    await eventually(() => assert.match(logged.join(''), /a job failed for good/));
  });

  it('says how long the work that repeats is overdue, without end where none is scheduled', async () => {
    const own = await createTestDatabase();
    const late = createJobs({ databaseUrl: own.url, logger });
    const client = new pg.Client(own.url);
    try {
      assert.equal((await late.repeatedLate()).lateMs, Number.POSITIVE_INFINITY);
      let runs = 0;
      await late.repeat([[repeatedJob('often', 100), async () => runs++]]);
      await eventually(() => assert.ok(runs > 3));
      const HOUR_MS = 3_600_000;
      const isLate = async () => (await late.repeatedLate()).lateMs >= HOUR_MS;
      assert.equal(await isLate(), false);
      await late.close();
      await client.connect();
      await client.query(`update bullmq.scheduler set next_run_ms = next_run_ms - ${2 * HOUR_MS}`);
      const after = createJobs({ databaseUrl: own.url, logger });
      assert.ok((await after.repeatedLate()).lateMs >= HOUR_MS);
      await after.repeat([[repeatedJob('often', 100), async () => runs++]]);
      await eventually(async () => assert.ok((await after.repeatedLate()).lateMs < HOUR_MS));
      await after.close();
    } finally {
      await client.end();
      await own.drop();
    }
  });

  it('hands a job that was queued before to a process that starts later', async () => {
    const kind = { ...GREETING, name: 'later' };
    await jobs.add(kind, { name: 'Anna' });
    const other = createJobs({ databaseUrl: database.url, logger });
    const got = new Promise((resolve) => other.work(kind, async (data) => resolve(data.name)));
    assert.equal(await got, 'Anna');
    await other.close();
  });

  it('gives a job back whose process lives no more, and asks for all kinds at once', async () => {
    const watch = watchStatements((name) => name === 'giftledger-jobs');
    const kind = { ...GREETING, name: 'held' };
    const done: string[] = [];
    jobs.work(kind, async ({ name }) => {
      done.push(name);
    });
    try {
      const count = (pattern: RegExp) => watch.texts.filter((text) => pattern.test(text)).length;
      await eventually(() => assert.ok(count(/distinct queue from job/) >= 2));
      assert.equal(count(/move_stalled_jobs_to_wait/), 0, 'nothing is written where nothing is lost');
      await jobs.add(kind, { name: 'Anna' }, { id: 'left', delayMs: 3_600_000 });
      // As a process leaves it that dies.
      const client = new pg.Client(database.url);
      await client.connect();
      await client.query(
        `update bullmq.job set state = 'active', lock_token = 'dead', locked_until_ms = $1 where queue = 'held'`,
        [Date.now()],
      );
      await client.end();
      await eventually(() => assert.deepEqual(done, ['Anna']));
      await eventually(() => assert.match(logged.join(''), /"jobId":"left".*a job lost the process that worked on it/));
    } finally {
      watch.stop();
    }
  });

  it('goes on, now, with what was put off while the clock was days ahead', async (test) => {
    const kind = { ...GREETING, name: 'ahead', backoffMs: 60_000 };
    const other = createJobs({ databaseUrl: database.url, logger, lookEveryMs: 50 });
    const attempts: number[] = [];
    let runs = 0;
    try {
      const now = Date.now.bind(Date);
      const ahead = test.mock.method(Date, 'now', () => now() + 49 * 3_600_000);
      other.work(kind, async (_data, { attempt }) => {
        attempts.push(attempt);
        if (attempt === 1) throw new Error('the mail server is away');
      });
      await other.repeat([[{ name: 'repeating-ahead', everyMs: 100 }, async () => runs++]]);
      await other.add(kind, { name: 'Anna' });
      await eventually(async () => assert.equal((await countOf(other, kind)).delayed, 1));
      ahead.mock.restore();

      await eventually(() => assert.deepEqual(attempts, [1, 2]));
      const runsBefore = runs;
      await eventually(() => assert.ok(runs >= runsBefore + 3));
    } finally {
      await other.close();
    }
  });

  it('wakes a worker that fell asleep while the clock was days behind', async (test) => {
    const kind = { ...GREETING, name: 'behind' };
    const other = createJobs({ databaseUrl: database.url, logger, lookEveryMs: 2 ** 30 });
    const queues = openQueues(database.url, () => undefined);
    const watch = watchStatements((name) => name === 'giftledger-jobs');
    // A worker asks for the time of the next job when it falls asleep.
    const fellAsleepAfter = (index: number) =>
      eventually(() => assert.ok(watch.texts.slice(index).some((text) => /next_delay/.test(text))));
    const done: string[] = [];
    try {
      await other.add(kind, { name: 'Anna' }, { delayMs: 1_000_000 });
      other.work(kind, async ({ name }) => {
        done.push(name);
      });
      await fellAsleepAfter(0);
      const now = Date.now.bind(Date);
      const behind = test.mock.method(Date, 'now', () => now() - 72 * 3_600_000);
      const asked = watch.texts.length;
      await other.add(kind, { name: 'Ben' });
      await eventually(async () => assert.equal((await countOf(other, kind)).completed, 1));
      await fellAsleepAfter(watch.texts.findIndex((text, index) => index >= asked && /move_to_active/.test(text)));
      assert.equal((await countOf(other, kind)).delayed, 1);
      behind.mock.restore();

      const hourAhead = test.mock.method(Date, 'now', () => now() + 3_600_000);
      const queue = queues.queue(kind.name);
      await healClockJump(queues.pool, () => queue, []);
      await eventually(() => assert.deepEqual(done, ['Ben', 'Anna']));
      await queue.close();
      hourAhead.mock.restore();
    } finally {
      watch.stop();
      await other.close();
      await queues.close();
    }
  });

  it('repeats kinds in one queue: each is counted by its name, and one that hangs holds up no other', async () => {
    const hanging = repeatedJob('hanging', 50);
    const failing = repeatedJob('failing-again', 50);
    const other = createJobs({ databaseUrl: database.url, logger });
    const runs = { hanging: 0, passing: 0 };
    const held = Promise.withResolvers<void>();
    await other.repeat([
      [hanging, () => (runs.hanging++ === 0 ? held.promise : Promise.resolve())],
      [failing, () => Promise.reject(new Error('the disk is full'))],
      [repeatedJob('passing', 50), async () => runs.passing++],
    ]);
    try {
      await eventually(() => assert.ok(runs.passing >= 3));
      // Asked for while it runs: one run follows, not two.
      await other.add(hanging, {});
      await other.add(hanging, {});
      await eventually(async () => assert.ok((await countOf(other, hanging)).completed >= 2));
      assert.equal(runs.hanging, 1);
      assert.equal((await other.repeatedLate()).hanging, null);
      await other.pool.query(`update job set processed_at_ms = processed_at_ms - 3600000 where state = 'active'`);
      const { hanging: name, lateMs } = await other.repeatedLate();
      assert.ok(name === hanging.name && lateMs >= 1_800_000 && lateMs < 3_600_000, `${name}: ${lateMs}`);
      held.resolve();
      await eventually(() => assert.ok(runs.hanging >= 2));
      await eventually(async () => assert.equal((await other.repeatedLate()).hanging, null));
      await eventually(async () => assert.ok((await countOf(other, failing)).delayed >= 1));
      await eventually(() => assert.match(logged.join(''), /the disk is full.*failing-again.*tried again/));
    } finally {
      held.resolve();
      await other.close();
    }
  });

  it('takes kinds over that had a queue each, and the failures there', async () => {
    const moved = repeatedJob('moved', 60_000);
    const before = createJobs({ databaseUrl: database.url, logger });
    // As up to 0.2.0: a queue of its own.
    const own = { ...moved, everyMs: undefined, attempts: 1 };
    before.work(own, () => Promise.reject(new Error('the bank is away')));
    await before.add(own, {});
    await eventually(async () => assert.equal((await countOf(before, own)).failed, 1));
    await before.close();
    await jobs.add(own, {});
    let runs = 0;
    const other = createJobs({ databaseUrl: database.url, logger });
    try {
      await other.repeat([[moved, async () => runs++]]);
      await eventually(() => assert.equal(runs, 1));
      await eventually(async () =>
        assert.deepEqual(await countOf(other, moved), {
          name: 'moved',
          waiting: 0,
          active: 0,
          delayed: 1,
          failed: 1,
          completed: 1,
        }),
      );
    } finally {
      await other.close();
    }
  });

  it('leave nothing in Postgres’ log, also where an earlier version made their tables, and keep what is in them', async () => {
    const owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    const ofLog = async () => {
      const { rows } = await owner.query(
        `select relname as name from pg_class where relnamespace = 'bullmq'::regnamespace and relkind = 'r' and relpersistence = 'p'`,
      );
      return rows.map(({ name }) => name);
    };
    const kind = { ...GREETING, name: 'kept' };
    try {
      for (const table of ['job', 'job_log', 'scheduler']) assert.ok(!(await ofLog()).includes(table), table);
      for (const table of ['scheduler', 'job', 'job_dependency', 'job_log'])
        await owner.query(`alter table bullmq.${table} set logged`);
      await jobs.add(kind, { name: 'Anna' });
      await migrateJobs(owner);
      for (const table of ['job', 'job_log', 'scheduler']) assert.ok(!(await ofLog()).includes(table), table);
      assert.equal((await countOf(jobs, kind)).waiting, 1);
    } finally {
      await owner.end();
    }
  });
});

async function countOf(jobs: Jobs, kind: { readonly name: string }) {
  const [counts] = await jobs.counts([kind]);
  if (!counts) throw new Error(`${kind.name} is not counted.`);
  return counts;
}
