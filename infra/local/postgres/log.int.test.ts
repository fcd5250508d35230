import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import pg from 'pg';
import { startPostgres } from './start-postgres.ts';

it('the log of the embedded Postgres tells of a failure, but not of the values in it', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'pl-'));
  try {
    const postgres = await startPostgres({ dir, socketDir: dir, fast: true });
    const client = new pg.Client({ connectionString: postgres.url('postgres') });
    await client.connect();
    await client.query('create table person (name text primary key, age integer constraint is_grown check (age > 17))');
    await client.query("insert into person values ('in-a-key', 40)");
    const failing: [string, unknown[]?][] = [
      ["insert into person values ('in-text', 1)"],
      ['insert into person values ($1, 1)', ['in-a-parameter']],
      ["insert into person values ('in-a-key', 40)"],
      ["do $$ begin perform 'in-a-block' || 1 / 0; end $$"],
    ];
    for (const [text, values] of failing) await assert.rejects(client.query(text, values));
    await client.end();
    await postgres.stop();
    const log = await readFile(path.join(dir, 'postgres.log'), 'utf8');
    assert.match(log, /violates check constraint "is_grown"[\s\S]*violates unique constraint[\s\S]*division by zero/);
    assert.doesNotMatch(log, /in-(text|a-parameter|a-key|a-block)/);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
