import type pg from 'pg';
import { z } from 'zod';
import type { DocumentNumbers, SeedOptions } from './planning.ts';

const Stored = z.object({
  customers: z.number(),
  orders: z.number(),
  until: z.coerce.date(),
  lastNumbers: z.object({ order: z.number(), deposit: z.number(), withdrawal: z.number() }),
  isDone: z.boolean(),
  /** The number of histories, from the first on, that were played to their end. */
  historiesDone: z.number().default(0),
});

export type OpenBatch = SeedOptions & { readonly historiesDone: number };

const keyOf = (batch: number) => `seed-batch-${batch}`;

/**
 * The batch to play: an interrupted one with its options, otherwise a new one. Undefined when only the first is
 * requested and it is done.
 */
export async function openBatch(
  pool: pg.Pool,
  wanted: { customers: number; orders: number },
  options: { firstOnly: boolean },
): Promise<OpenBatch | undefined> {
  const { rows } = await pool.query<{ key: string; value: unknown }>(
    "select key, value from app.installation where key like 'seed-batch-%'",
  );
  const batches = rows
    .map((row) => ({ batch: Number(row.key.slice(keyOf(0).length - 1)), ...Stored.parse(row.value) }))
    .sort((left, right) => left.batch - right.batch);
  const interrupted = batches.find((batch) => !batch.isDone);
  if (interrupted) return interrupted;
  if (options.firstOnly && batches.length > 0) return undefined;

  // A crash of Postgres empties the table of numbers that were given out: the batch reserves numbers after all of them.
  const numbers = await pool.query<{ kind: keyof DocumentNumbers; last: bigint }>(
    `select kind, coalesce(given.last, reserved) as last
    from app.document_number left join app.document_number_given given using (kind)`,
  );
  const lastOf = (kind: keyof DocumentNumbers) => Number(numbers.rows.find((row) => row.kind === kind)?.last ?? 0n);
  const lastNumbers = { order: lastOf('order'), deposit: lastOf('deposit'), withdrawal: lastOf('withdrawal') };
  const batch = batches.length;
  // To the minute: an interrupted batch reads it from JSON and must plan the same times.
  const until = new Date(Math.floor(Date.now() / 60_000) * 60_000);
  const stored = { ...wanted, until, lastNumbers, isDone: false, historiesDone: 0 };
  await pool.query('insert into app.installation (key, value) values ($1, $2)', [keyOf(batch), JSON.stringify(stored)]);
  return { ...stored, batch };
}

/** Marks it as done, and lets the shop's own numbers continue after it. */
export async function finishBatch(pool: pg.Pool, batch: number, lastNumbers: DocumentNumbers): Promise<void> {
  for (const [kind, last] of Object.entries(lastNumbers)) {
    await pool.query(
      `with reserving as (update app.document_number set reserved = greatest(reserved, $2::int8) where kind = $1)
      insert into app.document_number_given as given (kind, last)
      select kind, greatest(reserved, $2::int8) from app.document_number where kind = $1
      on conflict (kind) do update set last = greatest(given.last, $2::int8)`,
      [kind, last],
    );
  }
  await note(pool, batch, { isDone: true });
}

/** Where an interrupted seeding continues. */
export const noteHistoriesDone = (pool: pg.Pool, batch: number, historiesDone: number): Promise<void> =>
  note(pool, batch, { historiesDone });

async function note(pool: pg.Pool, batch: number, news: Partial<z.output<typeof Stored>>): Promise<void> {
  await pool.query('update app.installation set value = value || $2, changed_at = now() where key = $1', [
    keyOf(batch),
    JSON.stringify(news),
  ]);
}
