import { createSqlTag } from 'slonik';
import { z } from 'zod';

/** `sql.type(zodSchema)` for rows (parsed by the pool), `sql.typeAlias('void')` for statements without rows. */
export const sql = createSqlTag({ typeAliases: { void: z.object({}).strict() } });

export type { CommonQueryMethods as Queryable, DatabasePool } from 'slonik';
