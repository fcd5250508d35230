import pg from 'pg';

export const quoted = pg.escapeIdentifier;
export const qualified = (schema: string, table: string): string => `${quoted(schema)}.${quoted(table)}`;
export const list = (columns: readonly string[]): string => columns.map(quoted).join(', ');
