import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { sql } from '#bff/kit/tables/sql.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { migrate } from '#infra/adapters/postgres/migrate.ts';
import { createDatabasePool, type DatabasePool } from '#infra/adapters/postgres/pool.ts';
import { type RunningPostgres, startPostgres } from '#infra/local/postgres/start-postgres.ts';
import { createTestDatabase, type TestDatabase } from '#infra/proof/testing/database.ts';
import { nextNumber } from './document-numbers.ts';

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

  it('begin as documented, each kind by itself', async () => {
    assert.equal(await nextNumber(pool, 'order'), 'GL-100001');
    assert.equal(await nextNumber(pool, 'deposit'), 'DEP-000001');
    assert.equal(await nextNumber(pool, 'withdrawal'), 'WDR-000001');
    assert.equal(await nextNumber(pool, 'order'), 'GL-100002');
  });

  it('follow each other without a gap, however many ask at once', async () => {
    const before = numberOf(await nextNumber(pool, 'order'));
    const numbers = await Promise.all(Array.from({ length: 100 }, () => nextNumber(pool, 'order')));
    assert.deepEqual(
      numbers.map(numberOf).sort((left, right) => left - right),
      Array.from({ length: 100 }, (_, index) => before + 1 + index),
    );
  });

  it('have more digits when six are used up', async () => {
    await pool.query(
      sql.typeAlias('void')`update app.document_number_given set last = 999998 where kind = 'withdrawal'`,
    );
    assert.equal(await nextNumber(pool, 'withdrawal'), 'WDR-999999');
    assert.equal(await nextNumber(pool, 'withdrawal'), 'WDR-1000000');
  });
});

const numberOf = (number: string) => Number(number.split('-')[1]);

const CALLERS = 8;
const NUMBERS_BEFORE_A_CRASH = 100;

describe('document numbers, when Postgres crashes', () => {
  let dir: string;
  let postgres: RunningPostgres;
  let pool: DatabasePool;
  before(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'gl-numbers-'));
    // The shared cluster is not used, because others use it and it does not sync.
    postgres = await startPostgres({ dir, socketDir: dir });
    await migrate(postgres.url('postgres'));
    pool = await createDatabasePool(postgres.url('postgres'), { maxConnections: CALLERS + 1 });
  });
  after(async () => {
    await pool.end();
    await postgres.stop();
    await rm(dir, { recursive: true, force: true });
  });

  /** Kills the processes of Postgres: what is not on the disk yet is lost. */
  async function crash(): Promise<void> {
    const { pid } = await pool.one(sql.type(z.object({ pid: z.int() }))`select pg_backend_pid() as pid`);
    process.kill(pid, 'SIGKILL');
  }

  it('are never given again: those after it are greater than all before', async () => {
    let greatest = 0;
    for (let round = 0; round < 4; round += 1) {
      const given: number[] = [];
      let hasCrashed = false;
      const take = async () => {
        // The pool may still hold a connection that the last crash cut.
        while (!hasCrashed)
          await nextNumber(pool, 'deposit').then(
            (number) => given.push(numberOf(number)),
            () => delay(5),
          );
      };
      const takers = Array.from({ length: CALLERS }, take);
      try {
        await eventually(() => assert.ok(given.length >= NUMBERS_BEFORE_A_CRASH));
        await eventually(crash);
      } finally {
        hasCrashed = true;
        await Promise.all(takers);
      }

      assert.equal(new Set(given).size, given.length);
      assert.ok(Math.min(...given) > greatest, `round ${round}: ${Math.min(...given)} after ${greatest}`);
      greatest = Math.max(...given);
      const next = await eventually(() => nextNumber(pool, 'deposit'));
      assert.ok(numberOf(next) > greatest, `${next} was given before`);
      // The loss is bounded: the reserved numbers, and those whose callers did not get an answer.
      assert.ok(numberOf(next) <= greatest + 33 + CALLERS, `${next} after ${greatest}`);
      greatest = numberOf(next);
    }
  });
});
