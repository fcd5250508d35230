/**
 * The programs that run beside each other. Each has its own account at the event store and at Postgres: its rights
 * there, and the secrets it gets. All parts may read the rest of the environment.
 */

type PartDescription = {
  /** In the event store. A part that appends also reads. No part deletes streams or changes their metadata. */
  readonly events: 'append' | 'read';
  readonly secrets: readonly string[];
};

export const PARTS = {
  web: {
    events: 'append',
    secrets: ['DATABASE_URL', 'JWT_SECRET', 'ADMIN_JWT_SECRET', 'DATA_ENCRYPTION_KEY'],
  },
  jobs: { events: 'append', secrets: ['DATABASE_URL', 'DATA_ENCRYPTION_KEY', 'SMTP_URL'] },
  processes: { events: 'append', secrets: ['DATABASE_URL'] },
  projections: { events: 'read', secrets: ['DATABASE_URL'] },
  /** The command line of the store's operators: administrators, keys, demonstration data. */
  tools: { events: 'append', secrets: ['DATABASE_URL', 'DATA_ENCRYPTION_KEY'] },
  /** The command line of finance: it reads the log, and only a few views of the database. */
  finance: { events: 'read', secrets: ['DATABASE_URL'] },
  /** Signs the head of the log, once a day and on demand, and then ends. Only it has its key. */
  notary: { events: 'read', secrets: ['DATABASE_URL', 'NOTARY_KEY'] },
  /** Reads everything, to back it up, and writes nothing. What it reads is sealed with keys that it does not have. */
  backup: { events: 'read', secrets: ['DATABASE_URL'] },
} as const satisfies Readonly<Record<string, PartDescription>>;

export type Part = keyof typeof PARTS;
/** A secret, named by its variable. The key that proves events is not among them, because each part needs it. */
export type Secret = (typeof PARTS)[Part]['secrets'][number];
export const PART_NAMES = Object.keys(PARTS) as Part[];

/** Further variables of a secret. */
const MORE_VARIABLES: Readonly<Partial<Record<Secret, readonly string[]>>> = {
  DATA_ENCRYPTION_KEY: ['DATA_ENCRYPTION_KEY_ID', 'DATA_ENCRYPTION_RETIRED_KEYS'],
  NOTARY_KEY: ['NOTARY_RETIRED_KEY'],
};

export function secretsWithheldFrom(part: Part): Secret[] {
  const own: readonly Secret[] = PARTS[part].secrets;
  const all = new Set<Secret>(PART_NAMES.flatMap((each) => PARTS[each].secrets));
  return [...all].filter((secret) => !own.includes(secret));
}

const variablesWith = (secret: Secret): string[] => [secret, ...(MORE_VARIABLES[secret] ?? [])];

export const variablesOf = (part: Part): string[] => PARTS[part].secrets.flatMap(variablesWith);

export const withheldFrom = (part: Part): string[] => secretsWithheldFrom(part).flatMap(variablesWith);
