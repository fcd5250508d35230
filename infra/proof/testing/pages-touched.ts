import { z } from 'zod';
import type { Database } from '#projections/kernel/sql.ts';

const Explained = z.object({ 'QUERY PLAN': z.array(z.any()) });

/** Runs the query, and counts the pages of Postgres that all its statements touch. */
export async function pagesTouched(pool: Database, read: (database: Database) => Promise<unknown>): Promise<number> {
  let pages = 0;
  const explained = async (query: { readonly sql: string; readonly values: readonly unknown[] }) => {
    const [row] = await pool.any({
      ...query,
      sql: `explain (analyze, buffers, format json) ${query.sql}`,
      parser: Explained,
    } as never);
    const { Plan: plan } = (row as z.output<typeof Explained>)['QUERY PLAN'][0] as { Plan: Record<string, number> };
    pages += (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  };
  const then =
    <Query, Result>(run: (query: Query) => Promise<Result>) =>
    async (query: Query) => {
      await explained(query as never);
      return run(query);
    };
  await read({
    any: then(pool.any.bind(pool)),
    one: then(pool.one.bind(pool)),
    maybeOne: then(pool.maybeOne.bind(pool)),
  } as Database);
  return pages;
}

/** A database that notes the most rows that a statement answered: what its caller holds at a time. */
export function notingRows(pool: Database): { readonly database: Database; readonly most: () => number } {
  let most = 0;
  const any = async (query: never) => {
    const rows: readonly unknown[] = await pool.any(query);
    most = Math.max(most, rows.length);
    return rows;
  };
  return {
    database: { ...pool, any, one: pool.one, maybeOne: pool.maybeOne } as unknown as Database,
    most: () => most,
  };
}
