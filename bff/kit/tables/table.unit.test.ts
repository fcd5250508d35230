import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { Timestamp } from '#bff/contract/base/common.ts';
import { type Queryable, sql } from './sql.ts';
import { appTable, assigned, newRow } from './table.ts';

const AT = new Date('2026-11-21T03:12:00.123Z');

describe('a table', () => {
  const rows = appTable('thing', z.object({ id: z.string(), seen_at: Timestamp.nullable(), updatedAt: z.date() }), {
    id: sql.fragment`thing_id`,
  });
  const asked: { sql: string; values: readonly unknown[] }[] = [];
  const database = {
    maybeOne: async (query: (typeof asked)[number]) => {
      asked.push(query);
      return null;
    },
  } as unknown as Queryable;
  const textOf = (text: string) => text.replace(/\$slonik_\d+/g, '?').replace(/\s+/g, ' ');

  it('reads the columns of its fields, in either spelling, and finds by values', async () => {
    await rows.find(database, { thingId: 'a', ended_at: null });
    const [query] = asked;
    assert.equal(
      textOf(query?.sql ?? ''),
      'select thing_id as "id", "seen_at", "updated_at" as "updatedAt" from "app"."thing" where "thing_id" = ? and "ended_at" is null',
    );
    assert.deepEqual(query?.values, ['a']);
  });

  it('has moments as answers have them', () => {
    const read = (seen_at: Date | null) => rows.type.parse({ id: 'a', seen_at, updatedAt: AT });
    assert.equal(read(AT).seen_at, '2026-11-21T03:12:00.123Z');
    assert.equal(read(null).seen_at, null);
    assert.equal(read(null).updatedAt, AT);
  });

  it('writes what is given, and leaves out what is undefined', () => {
    const values = { keptAt: AT, words: ['a'], secret: Buffer.from('x'), left: undefined, none: null };
    assert.equal(textOf(newRow(values).sql), '("kept_at", "words", "secret", "none") values (?, ?::"text"[], ?, ?)');
    assert.equal(textOf(assigned(values).sql), '"kept_at" = ?, "words" = ?::"text"[], "secret" = ?, "none" = ?');
    assert.equal(assigned(values).values[0], '2026-11-21T03:12:00.123Z');
  });

  it('finds, changes and removes nothing where a value is missing, or none is given', async () => {
    // As a caller without types would give it.
    for (const which of [{ id: undefined }, { id: 'a', owner: undefined }, {}] as unknown as { id: string }[]) {
      for (const statement of [
        () => rows.find(database, which),
        () => rows.remove(database, which),
        () => rows.update(database, which, { id: 'b' }),
        () => rows.change(database, which, { id: 'b' }),
        () => rows.take(database, which),
      ]) {
        await assert.rejects(async () => statement(), /Rows are not named/);
      }
    }
    const id: string | undefined = undefined;
    // @ts-expect-error: nor does it compile.
    await assert.rejects(async () => rows.find(database, { id }), /Rows are not named/);
  });
});
