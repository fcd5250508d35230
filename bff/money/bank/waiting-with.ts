import { z } from 'zod';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';

/** The number of a deposit that a first administrator has approved from the line. */
export async function waitingWith(database: Queryable, lineId: string): Promise<string | undefined> {
  const rows = await database.any(sql.type(z.object({ number: z.string() }))`select number from read.deposits
      where status = 'pending' and awaits_second and bank_line_id = ${lineId}`);
  return rows[0]?.number;
}
