import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { MIGRATIONS_DIR, readBaseline, readMigrations, readRules } from './schema-files.ts';
import { statementsOf } from './statements.ts';

/** Of the statements of baseline/. They were compared with a database of release 0.2.0, in each detail of its catalogue. */
const BASELINE = '2f3f995b98d2a5914bf5024fe4d418c71825ec3131856b930dd20ac9ca0f502f';

describe('the migrations of the store', () => {
  it('have a number each: two that were written at the same time are noticed before a store does not start', async () => {
    const released = (await readBaseline()).migrations;
    const numbers = [...released, ...(await readMigrations())].map(({ name }) => name.slice(0, 4));
    assert.deepEqual(numbers, [...new Set(numbers)].toSorted());
  });

  it('delete no answer that is kept for a repeated request, and no mail that failed', async () => {
    const deleting = /(delete\s+from|truncate|drop\s+table)\s[^;]*\b(idempotency_key|job_payload|bullmq)\b/i;
    assert.deepEqual(
      (await readMigrations()).filter(({ sql }) => deleting.test(sql)),
      [],
    );
  });

  it('are as they were applied: a store refuses one that was changed, even in a comment', async () => {
    const now = (await readMigrations()).map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');
    // A new one is added by: cd infra/adapters/postgres/migrations && sha256sum *.sql > sums.txt
    assert.equal(now, await readFile(path.join(MIGRATIONS_DIR, 'sums.txt'), 'utf8'));
  });

  it('make no functions: these are in rules/, which has nothing else', async () => {
    const functions = /^create (or replace )?function\b/;
    const made = (await readMigrations()).filter(({ sql }) => statementsOf(sql).some((each) => functions.test(each)));
    assert.deepEqual(
      made.map(({ name }) => name),
      [],
    );
    for (const { name, sql } of await readRules()) {
      for (const statement of statementsOf(sql))
        assert.match(statement, /^create or replace function app\.\w+\(/, name);
    }
  });

  it('come after tables that are as the release left them: a change of those is a migration', async () => {
    const { files, migrations } = await readBaseline();
    const statements = files.map(({ sql }) => sql.replace(/--.*$/gm, '').replace(/\s+/g, ' ')).join('');
    const released = migrations.map(({ name, sha256 }) => `${name} ${sha256}`).join();
    // Comments may be changed.
    assert.equal(
      createHash('sha256')
        .update(statements + released)
        .digest('hex'),
      BASELINE,
    );
  });
});
