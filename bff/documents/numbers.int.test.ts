import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { createDatabasePool, type DatabasePool } from '#infra/postgres/pool.ts';
import { createTestDatabase, type TestDatabase } from '#infra/testing/database.ts';
import { assignNumber } from './numbers.ts';

describe('document numbers', () => {
  let database: TestDatabase;
  let pool: DatabasePool;
  before(async () => {
    database = await createTestDatabase();
    pool = await createDatabasePool(database.url, { maxConnections: 10 });
  });
  after(async () => {
    await pool.end();
    await database.drop();
  });

  it('begin as people are told they do, each kind by itself', async () => {
    assert.equal(await assignNumber(pool, 'order', randomUUID()), 'GL-100001');
    assert.equal(await assignNumber(pool, 'deposit', randomUUID()), 'DEP-000001');
    assert.equal(await assignNumber(pool, 'withdrawal', randomUUID()), 'WDR-000001');
    assert.equal(await assignNumber(pool, 'order', randomUUID()), 'GL-100002');
  });

  it('are never given twice, however many ask at once', async () => {
    const numbers = await Promise.all(Array.from({ length: 100 }, () => assignNumber(pool, 'order', randomUUID())));
    assert.equal(new Set(numbers).size, 100);
  });

  it('stay with their document, also when it is asked for twice at once', async () => {
    const documentId = randomUUID();
    const numbers = await Promise.all(Array.from({ length: 20 }, () => assignNumber(pool, 'deposit', documentId)));
    assert.equal(new Set(numbers).size, 1);
    assert.equal(await assignNumber(pool, 'deposit', documentId), numbers[0]);
  });
});
