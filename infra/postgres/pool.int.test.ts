import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import { createTestDatabase } from '../proof/testing/database.ts';
import { createDatabasePool, createPgPool, sql } from './pool.ts';

describe('the pools', async () => {
  const database = await createTestDatabase();
  const pool = await createDatabasePool(database.url, { maxConnections: 2 });
  after(async () => {
    await pool.end();
    await database.drop();
  });

  it('keep money and rates exact, and times as dates', async () => {
    const row = await pool.one(
      sql.type(
        z.object({ big: z.bigint(), none: z.null(), rate: z.string(), at: z.date() }),
      )`select 9007199254740993::int8 as big, null::int8 as none, 1.10::numeric as rate, now() as at`,
    );
    assert.equal(row.big, 9007199254740993n);
    assert.equal(row.rate, '1.10');
  });

  it('refuse a row that is not of the declared shape', async () => {
    await assert.rejects(pool.one(sql.type(z.object({ id: z.string() }))`select 1 as id`));
  });

  it('prepare a statement that comes back, by name', async () => {
    const single = await createDatabasePool(database.url, { maxConnections: 1 });
    const names = sql.type(z.object({ name: z.string() }))`select name from pg_prepared_statements`;
    assert.deepEqual(await single.any(names), []);
    for (let use = 0; use < 3; use += 1) await single.any(names);
    assert.equal((await single.any(names)).length, 1);
    await single.end();
  });

  it('go on where tables were replaced, even by others of other columns', async () => {
    const single = await createDatabasePool(database.url, { maxConnections: 1 });
    const replaceBy = (column: 'int' | 'text') =>
      single.query(
        column === 'int'
          ? sql.unsafe`create table replaced (value int)`
          : sql.unsafe`create table replaced (value text)`,
      );
    const drop = () => single.query(sql.unsafe`drop table replaced`);
    const read = () => single.any(sql.type(z.object({ value: z.unknown() }))`select value from replaced`);
    await replaceBy('int');
    for (let use = 0; use < 5; use += 1) await read();
    // Given a table in place of the one that the statement was prepared for: it is prepared again.
    await drop();
    await replaceBy('int');
    assert.deepEqual(await read(), []);
    // Given one of another type: one caller is refused, and the next has a connection without that statement.
    await drop();
    await replaceBy('text');
    await assert.rejects(read(), /cached plan must not change result type/);
    assert.deepEqual(await read(), []);
    await single.end();
  });

  it('give the same types from pg', async () => {
    const plain = createPgPool(database.url, {
      maxConnections: 1,
      applicationName: 'test',
      // When the database is dropped in the end, it may still close a connection that is ending.
      onIdleError: () => undefined,
    });
    const { rows } = await plain.query(
      'select 9007199254740993::int8 as big, null::int8 as none, 1.10::numeric as rate, now() as at',
    );
    await plain.end();
    assert.equal(rows[0].big, 9007199254740993n);
    assert.equal(rows[0].none, null);
    assert.equal(rows[0].rate, '1.10');
    assert.ok(rows[0].at instanceof Date);
  });
});
