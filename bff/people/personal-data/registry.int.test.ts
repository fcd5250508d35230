import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { startTestStack } from '#infra/proof/testing/stack.ts';
import { KEPT_TABLES, OTHER_SCHEMAS, REMOVED_TABLES } from './registry.ts';

/** Ids, figures, moments and days. Columns of any other type need a decision. */
const NAMES_NOBODY = ['uuid', 'bigint', 'integer', 'numeric', 'boolean', 'timestamp with time zone', 'date'];

describe('what an erasure does with each table', async () => {
  const stack = await startTestStack();
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    `select table_schema as schema, table_name as table, column_name as column, data_type as type
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const columns = rows;
  await client.end();
  after(() => stack.stop());

  const inApp = () => columns.filter(({ schema }) => schema === 'app');

  it('is said of every one: it is removed, or kept for a reason', () => {
    const said = new Set([...Object.keys(REMOVED_TABLES), ...Object.keys(KEPT_TABLES)]);
    const there = new Set(inApp().map(({ table }) => table));
    assert.deepEqual(
      [...there].filter((table) => !said.has(table)),
      [],
      'add them to bff/people/personal-data/registry.ts',
    );
    assert.deepEqual(
      [...said].filter((table) => !there.has(table)),
      [],
      'these are gone',
    );
    const twice = Object.keys(REMOVED_TABLES).filter((table) => table in KEPT_TABLES);
    assert.deepEqual(twice, []);
  });

  it('is said of every column of a table that is kept, where the column could name a person', () => {
    for (const [table, { texts: said }] of Object.entries(KEPT_TABLES)) {
      const there = inApp().filter((each) => each.table === table && !NAMES_NOBODY.includes(each.type));
      assert.deepEqual(there.map(({ column }) => column).toSorted(), said.split(' ').filter(Boolean).toSorted(), table);
    }
  });

  it('is said of every other schema', () => {
    const schemas = new Set(columns.map(({ schema }) => schema));
    schemas.delete('app');
    assert.deepEqual(
      [...schemas].filter((schema) => !(schema in OTHER_SCHEMAS)),
      [],
    );
  });
});
