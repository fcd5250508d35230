/**
 * The programs that run beside each other. Each has its own account at the event store and at Postgres: its rights
 * there, and the secrets it gets. All parts may read the rest of the environment.
 */

type PartDescription = {
  /** In the event store. A part that appends also reads. No part deletes streams or changes their metadata. */
  readonly events: 'append' | 'read';
  readonly secrets: readonly string[];
  /** Secrets that it need not have, and that other parts never get. */
  readonly optional?: readonly string[];
};

export const PARTS = {
  web: {
    events: 'append',
    secrets: ['DATABASE_URL', 'JWT_SECRET', 'ADMIN_JWT_SECRET', 'DATA_ENCRYPTION_KEYS'],
    optional: ['FILES_DIR'],
  },
  jobs: { events: 'append', secrets: ['DATABASE_URL', 'DATA_ENCRYPTION_KEYS', 'SMTP_URL'], optional: ['FILES_DIR'] },
  processes: { events: 'append', secrets: ['DATABASE_URL'] },
  projections: { events: 'read', secrets: ['DATABASE_URL'] },
  /** The command line of the store's operators: administrators, keys, demonstration data. */
  tools: { events: 'append', secrets: ['DATABASE_URL', 'DATA_ENCRYPTION_KEYS'], optional: ['BACKUP_TO', 'FILES_DIR'] },
  /** The command line of finance: it reads the log, and only a few views of the database. */
  finance: { events: 'read', secrets: ['DATABASE_URL'] },
  /** Signs the head of the log, once a day and on demand, and then ends. Only it has its key. */
  notary: { events: 'read', secrets: ['DATABASE_URL', 'NOTARY_KEYS'] },
  /** Reads everything, to back it up, and writes how its runs ended alone. What it reads is sealed with keys that it does not have. */
  backup: { events: 'read', secrets: ['DATABASE_URL'], optional: ['BACKUP_TO', 'FILES_DIR'] },
} as const satisfies Readonly<Record<string, PartDescription>>;

export type Part = keyof typeof PARTS;
/** A secret, named by its variable. The key that proves events is not among them, because each part needs it. */
export type Secret = (typeof PARTS)[Part]['secrets'][number];
export const PART_NAMES = Object.keys(PARTS) as Part[];

export function secretsWithheldFrom(part: Part): Secret[] {
  const own: readonly Secret[] = PARTS[part].secrets;
  const all = new Set<Secret>(PART_NAMES.flatMap((each) => PARTS[each].secrets));
  return [...all].filter((secret) => !own.includes(secret));
}

const optionalOf = (part: Part): readonly string[] => {
  const { optional = [] }: PartDescription = PARTS[part];
  return optional;
};

export const variablesOf = (part: Part): string[] => [...PARTS[part].secrets, ...optionalOf(part)];

export function withheldFrom(part: Part): string[] {
  const own = variablesOf(part);
  return [...new Set(PART_NAMES.flatMap(variablesOf))].filter((name) => !own.includes(name));
}
