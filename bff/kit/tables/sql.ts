import { createSqlTag } from 'slonik';
import { z } from 'zod';

const tag = createSqlTag({ typeAliases: { void: z.object({}).strict() } });

/** `sql.type(zodSchema)` for rows (parsed by the pool), `sql.void` for statements without rows. */
export const sql = { ...tag, void: tag.typeAlias('void') };

/** The moment of the transaction, as Postgres has it. */
export const NOW = sql.fragment`now()`;

/** A statement with this in its `from` commits without waiting for the disk: for data that a crash of Postgres may lose. */
export const WITHOUT_WAITING = sql.fragment`(select set_config('synchronous_commit', 'off', true)) as setting`;

export type { CommonQueryMethods as Queryable, DatabasePool } from 'slonik';
