import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '#infra/proof/testing/database.ts';
import { openTestProjector } from '#infra/proof/testing/read-models.ts';
import { projections } from './projections.ts';

describe('the tables of the read models', async () => {
  const database = await createTestDatabase();
  const projector = await openTestProjector(database.url);
  await projector.confirmCaughtUp();
  await projector.close();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  after(async () => {
    await client.end();
    await database.drop();
  });
  const ask = async (text: string, name: string) =>
    (await client.query<Record<string, string>>(text, [`read.${name}`])).rows;

  for (const table of projections.flatMap(({ tables }) => tables)) {
    it(`${table.name}: has the columns that are written, as they are read`, async () => {
      const columns = await ask(
        `select attname as name, typname as type, attnotnull as is_required, collname as collation
         from pg_attribute join pg_type on pg_type.oid = atttypid left join pg_collation c on c.oid = attcollation
         where attrelid = $1::regclass and attnum > 0 order by attnum`,
        table.name,
      );
      assert.deepEqual(
        columns,
        Object.entries(table.columns).map(([name, { type, read, isBytewise }]) => ({
          name,
          type,
          is_required: !read.safeParse(null).success,
          collation: type !== 'text' ? null : isBytewise ? 'C' : 'default',
        })),
      );
      for (const [name, initial] of Object.entries(table.initial)) {
        assert.ok(table.columns[name]?.read.safeParse(initial).success, `${name} cannot be ${initial}`);
      }
    });

    it(`${table.name}: has valid indexes, one of which keeps rows of one key from being there twice`, async () => {
      const indexes = await ask(
        `select relname as name, indisvalid as is_valid, indisunique and indpred is null as is_unique,
           array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any(indkey)) as columns
         from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = $1::regclass`,
        table.name,
      );
      assert.ok(indexes.every((index) => index.is_valid));
      const names = indexes.map(({ name }) => name);
      for (const name of Object.keys(table.options.indexes ?? {})) assert.ok(names.includes(`${table.name}_${name}`));
      // The lines of an account are its key and more columns: no line belongs to two.
      const isKey = ({ columns = '' }: Record<string, string>) =>
        table.name === 'ledger_entries'
          ? table.key.every((column) => columns.includes(column))
          : [...columns].sort().join() === [...table.key].sort().join();
      assert.ok(indexes.some((index) => index.is_unique && isKey(index)));
    });
  }
});
