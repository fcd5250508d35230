import type pg from 'pg';

/** Most shelves named; the first of them show enough. */
const MAX_NAMED = 100;

type WrongShelf = Readonly<
  Record<
    'codes' | 'free_codes' | 'waiting' | 'counted_codes' | 'counted_free' | 'counted_waiting' | 'counted_given',
    bigint
  >
> & { readonly variant_id: string };

/** The shelves whose stored numbers differ from a count, each as a sentence: see migrations/0824_allocations.sql. */
export async function findWrongShelves(pool: pg.Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<WrongShelf>('select * from app.wrong_shelf limit $1', [MAX_NAMED]);
  return rows.map(
    (row) =>
      `The shelf of variant ${row.variant_id} says ${row.codes} codes, ${row.free_codes} free, ${row.waiting} waited for; ` +
      `counted are ${row.counted_codes}, ${row.counted_free} and ${row.counted_waiting}, and ${row.counted_given} that their orders find`,
  );
}
