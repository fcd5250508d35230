/**
 * Postgres notifies this channel of the position that a schema's read models have reached, at each commit of a batch:
 * the bench's row 'a deposit announced through HTTP until its list shows it'.
 */
export const positionChannel = (schema: string): string => `${schema}_position`;
