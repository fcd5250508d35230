import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createTestDatabase } from '#infra/proof/testing/database.ts';
import { deleteRows, increaseRows, insertRows, putRows, selectRows, updateRows } from './bulk-sql.ts';
import { bigint, boolean, day, optional, type RowOf, text, time } from './columns.ts';
import { connectWriter } from './connection.ts';
import { createTable } from './ddl.ts';
import { deleteFewRows, increaseFewRows, insertFewRows, putFewRows, updateFewRows } from './few-rows-sql.ts';
import { defineSums, defineTable } from './table.ts';

const table = defineTable('things', ['name'], {
  name: text(),
  note: optional(text()),
  amount: bigint(),
  done: boolean(),
  at: optional(time()),
  day: day(),
});
type Thing = RowOf<typeof table.columns>;
const sums = defineSums('sums', ['name'], { name: text(), total: bigint() });

const NASTY = [
  'plain',
  'a\tb',
  'a\nb\r',
  'back\\slash',
  '\\N',
  'NULL',
  '"quoted", {braces}',
  '',
  ' ',
  '\\.',
  'żółć 🎁',
  "o'h",
];
const thing = (name: string, index: number): Thing => ({
  name,
  note: index % 3 === 0 ? null : name,
  amount: BigInt(index) * -(2n ** 53n),
  done: index % 2 === 0,
  at: index % 4 === 0 ? null : '2026-01-02T03:04:05.678Z',
  day: '2026-01-02',
});

describe('writing rows in bulk', async () => {
  const database = await createTestDatabase();
  const client = await connectWriter(database.url, 'test');
  await client.query(`create schema bulk; set search_path to bulk; ${createTable(table)}; ${createTable(sums)};
      create unique index on sums (name); set search_path to default`);
  after(async () => {
    await client.end();
    await database.drop();
  });
  const stored = (rows: readonly Thing[]) =>
    selectRows(
      client,
      'bulk',
      table,
      rows.map((row) => [row.name]),
    );
  const byName = (left: { name?: unknown }, right: { name?: unknown }) =>
    String(left.name) < String(right.name) ? -1 : 1;

  it('stores, changes and removes a few rows by text as they are', async () => {
    await client.query('truncate bulk.things');
    const rows = NASTY.map(thing);
    await client.query(insertFewRows('bulk', table, rows));
    assert.deepEqual((await stored(rows)).sort(byName), [...rows].sort(byName));
    const changed = rows.map((row) => ({ ...row, note: `${row.name}\\`, amount: row.amount + 1n }));
    await client.query(updateFewRows('bulk', table, changed));
    assert.deepEqual((await stored(rows)).sort(byName), [...changed].sort(byName));
    await client.query(deleteFewRows('bulk', table, changed.slice(1)));
    assert.deepEqual(await stored(rows), changed.slice(0, 1));
  });

  // Some rows are written by INSERT of arrays, many by COPY, which escape in different ways.
  for (const copies of [1, 60]) {
    it(`stores ${NASTY.length * copies} rows as they are, whatever their text`, async () => {
      await client.query('truncate bulk.things');
      const rows = NASTY.flatMap((text) => Array.from({ length: copies }, (_, copy) => `${text}${copy || ''}`)).map(
        thing,
      );
      await insertRows('bulk', table, rows)(client);
      assert.deepEqual((await stored(rows)).sort(byName), [...rows].sort(byName));

      const changed = rows.map((row) => ({ ...row, note: `${row.name}\\`, amount: row.amount + 1n }));
      await updateRows('bulk', table, changed)(client);
      assert.deepEqual((await stored(rows)).sort(byName), [...changed].sort(byName));

      await deleteRows('bulk', table, changed)(client);
      assert.deepEqual(await stored(rows), []);
    });
  }

  it('refuses a row that is there already, in both ways', async () => {
    const many = Array.from({ length: 500 }, (_, index) => thing(`row ${index}`, index));
    await insertRows('bulk', table, many)(client);
    await assert.rejects(insertRows('bulk', table, many)(client), /duplicate key/);
    await assert.rejects(insertRows('bulk', table, many.slice(0, 1))(client), /duplicate key/);
  });

  it('puts rows in the place of those with their keys, in both ways', async () => {
    await client.query('truncate bulk.things');
    const [one, two, three] = [thing('a', 1), thing('b', 2), thing('c', 3)];
    await insertRows('bulk', table, [one, two])(client);
    await putRows('bulk', table, [{ ...one, amount: 8n }, three])(client);
    await client.query(putFewRows('bulk', table, [{ ...three, note: "o'h" }]));
    assert.deepEqual((await stored([one, two, three])).sort(byName), [
      { ...one, amount: 8n },
      two,
      { ...three, note: "o'h" },
    ]);
  });

  it('adds to sums from zero', async () => {
    await increaseRows('bulk', sums, [{ name: 'a', total: 5n }])(client);
    const more = [
      { name: 'a', total: -7n },
      { name: 'b', total: 1n },
    ];
    await increaseRows('bulk', sums, more)(client);
    await client.query(increaseFewRows('bulk', sums, more));
    assert.deepEqual(await selectRows(client, 'bulk', sums, [['a'], ['b']]), [
      { name: 'a', total: -9n },
      { name: 'b', total: 2n },
    ]);
  });
});
