import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { createTestDatabase } from '#infra/proof/testing/database.ts';
import { bigint, boolean, day, optional, type RowOf, text, time } from './columns.ts';
import { connectWriter } from './connection.ts';
import { createRowStore } from './rows.ts';
import { createTable } from './schema.ts';
import { defineTable, rowOf } from './table.ts';

const things = defineTable('things', ['name'], {
  name: text(),
  note: optional(text()),
  amount: bigint(),
  done: boolean(),
  at: optional(time()),
  day: day(),
});
type Thing = RowOf<typeof things.columns>;
const sums = defineTable('sums', ['name'], { name: text(), total: bigint() });

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

describe('the rows of a batch', async () => {
  const database = await createTestDatabase();
  const client = await connectWriter(database.url, 'test');
  await client.query(`create schema batch; set search_path to batch; ${createTable(things)}; ${createTable(sums)};
    set search_path to default`);
  after(async () => {
    await client.end();
    await database.drop();
  });
  beforeEach(() => client.query('truncate batch.things, batch.sums'));
  const openStore = async (names: readonly string[] = []) => {
    const store = createRowStore('batch');
    await store.load(client, [...names.map((name) => rowOf(things, name)), ...names.map((name) => rowOf(sums, name))]);
    return { rows: store.rows, write: () => client.query(store.writes().join('; ')) };
  };
  const stored = async (rows: readonly Thing[]) => {
    const store = await openStore(rows.map(({ name }) => name));
    return rows.flatMap(({ name }) => store.rows.get(things, name) ?? []);
  };

  it('are stored, changed and removed as they are, whatever their text', async () => {
    const given = NASTY.map(thing);
    const store = await openStore(NASTY);
    for (const row of given) store.rows.insert(things, row);
    await store.write();
    assert.deepEqual(await stored(given), given);

    const changed = given.map((row) => ({ ...row, note: `${row.name}\\`, amount: row.amount + 1n }));
    for (const row of changed) store.rows.put(things, row);
    await store.write();
    assert.deepEqual(await stored(given), changed);

    for (const row of changed.slice(1)) store.rows.remove(things, row);
    await store.write();
    assert.deepEqual(await stored(given), changed.slice(0, 1));
  });

  it('that are appended are stored as they are, and never twice', async () => {
    const given = NASTY.map(thing);
    for (const attempt of [1, 2]) {
      const store = await openStore();
      for (const row of given) store.rows.append(things, row);
      if (attempt === 1) await store.write();
      else await assert.rejects(store.write(), /duplicate key/);
    }
    assert.deepEqual(await stored(given), given);
  });

  it('have no half of a surrogate pair, which is no text for Postgres', async () => {
    const store = await openStore();
    store.rows.put(things, { ...thing('half', 1), note: 'a\uD83Cb' });
    await store.write();
    assert.deepEqual(await stored([thing('half', 1)]), [{ ...thing('half', 1), note: 'a\uFFFDb' }]);
  });

  it('are refused where a new one is there already, or one was not declared', async () => {
    const store = await openStore(['a']);
    store.rows.insert(things, thing('a', 1));
    assert.throws(() => store.rows.insert(things, thing('a', 2)), /There is a row a in things already/);
    assert.throws(() => store.rows.get(things, 'b'), /things b was not declared in reads/);
    await store.write();
    assert.throws(() => store.rows.insert(things, thing('a', 2)), /There is a row a in things already/);
  });

  it('are the last ones where a row is removed, made and changed in one batch', async () => {
    const [one, two] = [thing('a', 1), thing('b', 2)];
    const first = await openStore(['a', 'b']);
    first.rows.insert(things, one);
    await first.write();
    const { rows, write } = await openStore(['a', 'b']);
    rows.remove(things, one);
    rows.insert(things, { ...one, amount: 8n });
    rows.insert(things, two);
    rows.remove(things, two);
    await write();
    assert.deepEqual(await stored([one, two]), [{ ...one, amount: 8n }]);
  });

  it('add to sums from zero', async () => {
    const store = await openStore();
    store.rows.increase(sums, { name: 'a', total: 5n });
    await store.write();
    store.rows.increase(sums, { name: 'a', total: -9n });
    store.rows.increase(sums, { name: 'b', total: 1n });
    store.rows.increase(sums, { name: 'a', total: 2n });
    await store.write();
    const { rows } = await openStore(['a', 'b']);
    assert.deepEqual(
      ['a', 'b'].map((name) => rows.get(sums, name)),
      [
        { name: 'a', total: -2n },
        { name: 'b', total: 1n },
      ],
    );
  });
});
