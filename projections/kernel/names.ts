import pg from 'pg';

export const quoted = pg.escapeIdentifier;
export const qualified = (schema: string, table: string): string => `${quoted(schema)}.${quoted(table)}`;
export const list = (columns: readonly string[]): string => columns.map(quoted).join(', ');
export const sameKey = (key: readonly string[], left: string, right: string): string =>
  key.map((column) => `${left}.${quoted(column)} = ${right}.${quoted(column)}`).join(' and ');

/**
 * Postgres notifies this channel of the position that a schema's read models have reached, at each commit of a batch:
 * the bench's row 'a deposit announced through HTTP until its list shows it'.
 */
export const positionChannel = (schema: string): string => `${schema}_position`;
