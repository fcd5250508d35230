import type pg from 'pg';
import type { Database } from '#projections/kernel/sql.ts';

type Statement = { readonly text: string; readonly values: unknown[] };
type Token = { readonly sql: string; readonly values: readonly unknown[] };

/**
 * The very statements that a read sends: it is run once on a database that writes them down. What comes back runs them one
 * after the other on one warm connection of the driver alone, as anybody would who has the SQL and its parameters: each in
 * one round trip that parses and plans it, its rows as objects with our types. Nothing of ours is around them.
 */
export async function bareSqlOf(
  read: (database: Database) => Promise<unknown>,
  database: Database,
  client: pg.ClientBase,
): Promise<{ readonly statements: number; run(): Promise<void> }> {
  const statements: Statement[] = [];
  const noting =
    <Method extends (token: never) => unknown>(method: Method) =>
    (token: Parameters<Method>[0]) => {
      const { sql: text, values } = token as Token;
      statements.push({
        // The placeholders of slonik.
        text: text.replaceAll('$slonik_', '$'),
        values: [...values],
      });
      return method(token);
    };
  await read({
    any: noting(database.any),
    one: noting(database.one),
    maybeOne: noting(database.maybeOne),
  } as Database);
  if (statements.length === 0) throw new Error('Nothing was asked of the database.');
  return {
    statements: statements.length,
    async run() {
      for (const statement of statements) await client.query(statement);
    },
  };
}
