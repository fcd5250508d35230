import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '#infra/proof/testing/database.ts';
import { migrate } from './migrate.ts';

describe('migrate', () => {
  let database: TestDatabase;
  let dir: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    dir = await mkdtemp(path.join(tmpdir(), 'migrations-'));
  });
  afterEach(async () => {
    await database.drop();
    await rm(dir, { recursive: true });
  });
  const file = (name: string, sql: string) => writeFile(path.join(dir, name), sql);

  it('applies each file once, in order, even when processes race', async () => {
    await file('9001_first.sql', 'create table t (id int)');
    await file('9002_second.sql', 'insert into t values (1)');
    const runs = await Promise.all([
      migrate(database.url, dir),
      migrate(database.url, dir),
      migrate(database.url, dir),
    ]);
    assert.deepEqual(runs.flat(), ['9001_first.sql', '9002_second.sql']);
  });

  it('leaves nothing of a file that fails, and keeps what came before it', async () => {
    await file('9001_first.sql', 'create table t (id int)');
    await file('9002_broken.sql', 'insert into t values (1); insert into nowhere values (1)');
    await assert.rejects(migrate(database.url, dir), /9002_broken\.sql failed: relation "nowhere" does not exist/);
    const client = new pg.Client(database.url);
    await client.connect();
    const { rows } = await client.query('select count(*)::int as count from t');
    await client.end();
    assert.deepEqual(rows, [{ count: 0 }]);
  });

  it('refuses a file that was changed after it had been applied', async () => {
    await file('9001_first.sql', 'create table t (id int)');
    await migrate(database.url, dir);
    await file('9001_first.sql', 'create table t (id bigint)');
    await assert.rejects(migrate(database.url, dir), /9001_first\.sql was changed/);
  });

  it('refuses two files of one number', async () => {
    await file('9001_first.sql', 'select 1');
    await file('9001_other.sql', 'select 1');
    await assert.rejects(migrate(database.url, dir), /same number/);
  });
});
