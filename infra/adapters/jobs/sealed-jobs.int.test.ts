import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { z } from 'zod';
import { repeatedJob } from '#bff/kit/jobs/repeated-job.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createLogger } from '#infra/adapters/logger/logger.ts';
import { createTestDatabase } from '#infra/proof/testing/database.ts';
import { createJobs } from './jobs.ts';
import { addSealed, lostJobs, removeMentioning, workSealed } from './sealed-jobs.ts';

const LETTER = { name: 'letter', schema: z.object({ id: z.string(), text: z.string() }), backoffMs: 10, attempts: 3 };

describe('sealed jobs', async () => {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  const jobs = createJobs({ databaseUrl: database.url, logger: createLogger({ part: 'test', level: 'silent' }) });
  const keys = { current: { id: 1, key: randomBytes(32) }, retired: [] };
  after(async () => {
    await jobs.close();
    await pool.end();
    await database.drop();
  });

  it('have their data until they are done, through every attempt, and leave nothing of them', async () => {
    const read: string[] = [];
    await addSealed(jobs, { pool, keys }, LETTER, { id: 'one', text: 'the link' });
    await addSealed(jobs, { pool, keys }, LETTER, { id: 'one', text: 'the link' });
    workSealed(jobs, { pool, keys }, LETTER, async ({ text }) => {
      read.push(text);
      if (read.length === 1) throw new Error('the mail server is away');
    });
    await eventually(async () => assert.equal((await jobs.counts([LETTER]))[0]?.completed, 1));
    // A process that was killed after it queued the job queues it again.
    await addSealed(jobs, { pool, keys }, LETTER, { id: 'one', text: 'the link' });
    assert.deepEqual(read, ['the link', 'the link']);
    assert.equal((await pool.query('select from app.job_payload')).rowCount, 0);
  });

  it('have a long text packed: it arrives as it was, and a person who is erased is found in it', async () => {
    const kind = { ...LETTER, name: 'long-letter' };
    const text = `<p>Hello Zoë,</p>${'<p class="text">Your codes are ready.</p>'.repeat(100)}`;
    await addSealed(jobs, { pool, keys }, kind, { id: 'three', text });
    await addSealed(jobs, { pool, keys }, kind, { id: 'four', text: text.replace('Zoë', 'Maya') });
    const { rows } = await pool.query('select max(length(payload_sealed)) as bytes from app.job_payload');
    assert.ok(rows[0].bytes < text.length / 3);
    const stranger = { current: { id: 2, key: randomBytes(32) }, retired: [] };
    await addSealed({ add: async () => undefined }, { pool, keys: stranger }, kind, { id: 'first', text: 'maya' });
    assert.deepEqual(await removeMentioning({ pool, keys }, ['maya']), { removed: 1, unread: 1 });
    assert.deepEqual(await removeMentioning({ pool, keys: stranger }, ['maya']), { removed: 1, unread: 1 });

    const read: string[] = [];
    workSealed(jobs, { pool, keys }, kind, async (letter) => {
      read.push(letter.text);
    });
    await eventually(async () => assert.equal((await jobs.counts([kind]))[0]?.completed, 2));
    assert.deepEqual(read, [text]);
  });

  it('are worked on where they were queued by a version that kept the data in the queue', async () => {
    const kind = { ...LETTER, name: 'letter-of-before' };
    const read: string[] = [];
    await jobs.add(kind, { id: 'two', text: 'the link' }, { id: 'two' });
    workSealed(jobs, { pool, keys }, kind, async ({ text }) => {
      read.push(text);
    });
    await eventually(() => assert.deepEqual(read, ['the link']));
  });

  it('come back, each once, with what repeats, after a crash of Postgres emptied the queues', async () => {
    const vault = { pool, keys };
    const kind = { ...LETTER, name: 'letter-in-a-crash', attempts: 1 };
    const number = { name: 'number-in-a-crash', schema: z.object({ id: z.string(), number: z.int() }) };
    const other = createJobs({
      databaseUrl: database.url,
      logger: createLogger({ part: 'test', level: 'silent' }),
      lookEveryMs: 50,
    });
    const [read, runs]: [unknown[], { count: number }] = [[], { count: 0 }];
    let isAway = true;
    try {
      workSealed(other, vault, kind, async ({ text }) => {
        if (isAway) throw new Error('the mail server is away');
        read.push(text);
      });
      let refusals = 0;
      const lost = lostJobs(other, vault, [number, kind], assert.fail);
      await other.queueLost(async () => {
        if (refusals-- > 0) throw new Error('Postgres is away');
        await lost();
      });
      await other.repeat([[repeatedJob('repeats-in-a-crash', 100), async () => runs.count++]]);
      await addSealed(other, vault, kind, { id: 'five', text: 'failed for good' });
      await eventually(async () => assert.equal((await other.counts([kind]))[0]?.failed, 1));
      await addSealed(other, vault, number, { id: 'six', number: 6 });

      isAway = false;
      refusals = 1;
      // Again where it meets a statement of the queue.
      await eventually(() => pool.query('begin; delete from bullmq.job; delete from bullmq.scheduler; commit'));
      const before = runs.count;
      await eventually(() => assert.deepEqual(read, ['failed for good']));
      await eventually(() => assert.ok(runs.count >= before + 2));
      workSealed(other, vault, number, async (data) => void read.push(data.number));
      await eventually(() => assert.deepEqual(read, ['failed for good', 6]));
      await lost();
      const completed = async () => (await other.counts([kind, number])).map((counts) => counts.completed);
      await eventually(async () => assert.deepEqual(await completed(), [1, 1]));
      assert.deepEqual(read, ['failed for good', 6]);

      // Another process has scheduled everything again before this one looks.
      await addSealed({ add: async () => undefined }, vault, number, { id: 'seven', number: 7 });
      await eventually(() => assert.deepEqual(read, ['failed for good', 6, 7]));
    } finally {
      await other.close();
    }
  });

  it('come back at the start where their job was lost, and one that nobody can read stops no other', async () => {
    const vault = { pool, keys };
    const kind = { ...LETTER, name: 'letter-without-a-job' };
    const other = createJobs({ databaseUrl: database.url, logger: createLogger({ part: 'test', level: 'silent' }) });
    const died = { add: async () => undefined };
    const stranger = { pool, keys: { current: { id: 2, key: randomBytes(32) }, retired: [] } };
    const [read, unreadable]: [string[], string[]] = [[], []];
    try {
      await addSealed(died, stranger, kind, { id: 'eight', text: 'under a lost key' });
      await addSealed(died, vault, { ...kind, schema: z.object({ id: z.string() }) }, { id: 'eight-of-later' });
      await addSealed(died, vault, kind, { id: 'very last', text: 'the link' });
      workSealed(other, vault, kind, async ({ text }) => void read.push(text));
      const lost = lostJobs(other, vault, [kind], (id) => unreadable.push(id));
      await other.queueLost(lost);
      await eventually(() => assert.deepEqual(read, ['the link']));
      await lost();
      assert.deepEqual(unreadable, ['eight', 'eight-of-later']);
    } finally {
      await other.close();
    }
  });
});
