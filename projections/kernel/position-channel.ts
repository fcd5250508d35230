/** On which Postgres tells, at each commit of a batch, the position that a schema's read models have reached. */
export const positionChannel = (schema: string): string => `${schema}_position`;
