import type { z } from 'zod';
import { countRows, type Fragment } from '#projections/kernel/sql.ts';
import { type PageAsked, pageAsked } from './asked.ts';
import { type Queryable, sql } from './sql.ts';

/** `from`: tables, joins and conditions. Only an inner join may change the number of rows. */
type Listed<Row extends z.ZodType> = Readonly<Record<'columns' | 'from' | 'order', Fragment>> & { readonly row: Row };

/** One page of a list, with the total number of rows. */
export async function readPage<Row extends z.ZodType>(
  database: Queryable,
  asked: PageAsked,
  { row, columns, from, order }: Listed<Row>,
) {
  const { page, perPage } = pageAsked(asked);
  const [total, items] = await Promise.all([
    countRows(database, from),
    database.any(
      sql.type(row)`select ${columns} from ${from} order by ${order} limit ${perPage} offset ${(page - 1) * perPage}`,
    ),
  ]);
  return { page, perPage, total, items };
}

/** The same for rows that are all in memory. */
export function cutPage<Row>(rows: readonly Row[], asked: PageAsked) {
  const { page, perPage } = pageAsked(asked);
  return { page, perPage, total: rows.length, items: rows.slice((page - 1) * perPage, page * perPage) };
}
