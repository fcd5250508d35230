import type { StandardSchemaV1 } from '@standard-schema/spec';
import pg from 'pg';
import {
  createPool,
  createSqlTag,
  createTypeParserPreset,
  type DatabasePool,
  type Interceptor,
  SchemaValidationError,
} from 'slonik';
import { z } from 'zod';

export type { DatabasePool, DatabaseTransactionConnection } from 'slonik';

/** Rows are parsed by the zod schema of `sql.type(schema)`; slonik itself leaves them unchecked. */
const rowParser: Interceptor = {
  name: 'row-parser',
  transformRowAsync: async (context, query, row) => {
    const schema = context.resultParser as StandardSchemaV1<unknown, typeof row> | undefined;
    if (!schema) return row;
    const result = await schema['~standard'].validate(row);
    if (result.issues) throw new SchemaValidationError(query, row as never, result.issues as never);
    return result.value;
  },
};

/** `sql.type(zodSchema)` for rows, `sql.typeAlias('void')` for statements without rows, `sql.fragment`, `sql.join`, `sql.unsafe`. */
export const sql = createSqlTag({ typeAliases: { void: z.object({}).strict() } });

/** slonik's own parsers for these turn money into floats and times into milliseconds. */
const REPLACED_PARSERS = ['numeric', 'int8', 'timestamptz', 'timestamp'];

/**
 * A slonik pool: int8 arrives as bigint, numeric as an exact string, timestamptz as Date, date as text.
 * Close it with `pool.end()`.
 */
export function createDatabasePool(databaseUrl: string, options: { maxConnections: number }): Promise<DatabasePool> {
  return createPool(databaseUrl, {
    maximumPoolSize: options.maxConnections,
    interceptors: [rowParser],
    typeParsers: [
      ...createTypeParserPreset().filter((parser) => !REPLACED_PARSERS.includes(parser.name)),
      { name: 'int8', parse: (value) => (value === null ? null : BigInt(value)) },
      { name: 'timestamptz', parse: (value) => (value === null ? null : new Date(value)) },
    ],
  });
}

/**
 * A plain `pg` pool with the same types (int8 → bigint, numeric → string, timestamptz → Date), for COPY, cursors, LISTEN
 * and libraries that bring their own SQL. A connection that breaks while idle is reported to `onIdleError`.
 */
export function createPgPool(
  databaseUrl: string,
  options: {
    maxConnections: number;
    applicationName: string;
    onIdleError: (error: Error) => void;
    searchPath?: string;
  },
): pg.Pool {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, BigInt);
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.maxConnections,
    application_name: options.applicationName,
    keepAlive: true,
    types,
    ...(options.searchPath === undefined ? {} : { options: `-c search_path=${options.searchPath}` }),
  });
  // Without a listener a server restart would end the process.
  pool.on('error', options.onIdleError);
  // Nor may one whose connection breaks between two statements of a transaction: the next of them fails, and says so.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
