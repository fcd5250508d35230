import { z } from 'zod';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';

const Named = z.object({ id: z.uuid(), name: z.string() });

/** Archived ones too. */
export async function productNames(database: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await database.any(sql.type(Named)`
    select id, name from app.product where id = any(${sql.array([...new Set(ids)], 'uuid')})`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
