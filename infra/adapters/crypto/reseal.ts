import type pg from 'pg';
import { SealError } from '#bff/kit/ports/crypto.ts';
import { SEALED_VALUES, sealContext } from '#bff/kit/ports/sealed-values.ts';
import { type KeyRing, open, seal } from './seal.ts';

const BATCH = 500;

type SealedValue = keyof typeof SEALED_VALUES;
const values = Object.keys(SEALED_VALUES) as SealedValue[];

/** A value that was not sealed again, and why. */
export type LeftSealed = { readonly value: SealedValue; readonly id: string; readonly reason: string };

/** How many values are sealed under each key, by the key's number. */
export async function countSealed(pool: pg.Pool): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  for (const value of values) {
    const { table, column } = SEALED_VALUES[value];
    const { rows } = await pool.query<{ key: number; count: string }>(
      `select get_byte(${column}, 1) as key, count(*) from app.${table} where ${column} is not null group by 1`,
    );
    for (const { key, count } of rows) counts.set(key, (counts.get(key) ?? 0) + Number(count));
  }
  return counts;
}

/**
 * Seals again, under the ring's current key, what is sealed under another one. The store may be running: a value that
 * changes meanwhile is skipped, because it was sealed under the current key. After an interruption a repetition
 * continues.
 */
export async function reseal(
  pool: pg.Pool,
  keys: KeyRing,
  onResealed: (count: number) => void = () => {},
): Promise<{ readonly resealed: number; readonly left: readonly LeftSealed[] }> {
  let resealed = 0;
  const left: LeftSealed[] = [];
  for (const value of values) {
    let after: string | null = null;
    for (;;) {
      const batch = await resealBatch(pool, keys, value, after);
      resealed += batch.resealed;
      left.push(...batch.left);
      onResealed(resealed);
      if (batch.last === undefined) break;
      after = batch.last;
    }
  }
  return { resealed, left };
}

async function resealBatch(pool: pg.Pool, keys: KeyRing, value: SealedValue, after: string | null) {
  const { table, id, idType, column } = SEALED_VALUES[value];
  const { rows } = await pool.query<{ id: string; sealed: Buffer }>(
    `select ${id} as id, ${column} as sealed from app.${table}
     where get_byte(${column}, 1) <> $1 and ($2::${idType} is null or ${id} > $2) order by ${id} limit ${BATCH}`,
    [keys.current.id, after],
  );
  const left: LeftSealed[] = [];
  const changed: { id: string; before: Buffer; now: Buffer }[] = [];
  for (const { id: owner, sealed } of rows) {
    const context = sealContext(value, owner);
    try {
      changed.push({ id: owner, before: sealed, now: seal(keys, open(keys, sealed, context), context) });
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      left.push({ value, id: owner, reason: error.message });
    }
  }
  const { rowCount } = await pool.query(
    `update app.${table} as sealed set ${column} = changed.now
     from unnest($1::${idType}[], $2::bytea[], $3::bytea[]) as changed (id, before, now)
     where sealed.${id} = changed.id and sealed.${column} = changed.before`,
    [changed.map((each) => each.id), changed.map(({ before }) => before), changed.map(({ now }) => now)],
  );
  return { resealed: rowCount ?? 0, left, last: rows.at(-1)?.id };
}
