import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { readMigrations } from './migrate.ts';

describe('the migrations of the store', () => {
  it('have a number each: two that were written at the same time are noticed before a store does not start', async () => {
    const numbers = (await readMigrations()).map(({ name }) => name.slice(0, 4));
    assert.equal(new Set(numbers).size, numbers.length);
  });

  /** It deletes kept answers and failed mails, once: an update of a store that is so old loses them. */
  const DELETES = '0190_nothing_kept_in_the_clear.sql';

  it('delete no answer that is kept for a repeated request, and no mail that failed', async () => {
    const deleting = /(delete\s+from|truncate|drop\s+table)\s[^;]*\b(idempotency_key|job_payload|bullmq)\b/i;
    const names = (await readMigrations()).filter(({ sql }) => deleting.test(sql)).map(({ name }) => name);
    assert.deepEqual(names, [DELETES]);
  });

  it('are as they were applied: a store refuses one that was changed, even in a comment', async () => {
    const file = path.join(import.meta.dirname, 'migrations/sums.txt');
    const now = (await readMigrations()).map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');
    // A new one is added by: cd infra/adapters/postgres/migrations && sha256sum *.sql > sums.txt
    assert.equal(now, await readFile(file, 'utf8'));
  });
});
