import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { z } from 'zod';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createLogger } from '#infra/adapters/logger/logger.ts';
import { createTestDatabase } from '#infra/proof/testing/database.ts';
import { createJobs } from './jobs.ts';
import { addSealed, removeMentioning, workSealed } from './sealed-jobs.ts';

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
    assert.deepEqual(read, ['the link', 'the link']);
    assert.equal((await pool.query('select from app.job_payload')).rowCount, 0);
  });

  it('have a long text packed: it arrives as it was, and whoever is erased is found in it', async () => {
    const kind = { ...LETTER, name: 'long-letter' };
    const text = `<p>Hello Zoë,</p>${'<p class="text">Your codes are ready.</p>'.repeat(100)}`;
    await addSealed(jobs, { pool, keys }, kind, { id: 'three', text });
    await addSealed(jobs, { pool, keys }, kind, { id: 'four', text: text.replace('Zoë', 'Maya') });
    const { rows } = await pool.query('select max(length(payload_sealed)) as bytes from app.job_payload');
    assert.ok(rows[0].bytes < text.length / 3);
    assert.equal(await removeMentioning({ pool, keys }, ['maya']), 1);

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
});
