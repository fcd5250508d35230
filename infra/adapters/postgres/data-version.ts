import type pg from 'pg';
import { RefusedDataError } from './releases.ts';

/** What a database has: the migrations that were applied, and their hashes. */
export type AppliedMigrations = ReadonlyMap<string, string>;

export class NewerDataError extends RefusedDataError {
  override readonly name = 'NewerDataError';

  constructor(what: string) {
    super(
      `A newer version of this program has had this data: ${what}. This version could not serve it, and nothing was changed. Start the newer version, or restore what was backed up before the update (docs/operations.md, A new version).`,
    );
  }
}

/** @throws NewerDataError for migrations that this program does not have */
export function requireKnownMigrations(applied: AppliedMigrations, known: readonly { readonly name: string }[]): void {
  const names = new Set(known.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !names.has(name));
  if (unknown.length > 0) throw new NewerDataError(`it does not know its migrations ${unknown.sort().join(', ')}`);
}

/** The newest version of each event that a program which served this database may have written. */
const EVENTS_TABLE = `create table if not exists public.event_version (
  type text primary key, version integer not null, noted_at timestamptz not null default now())`;

/** @throws NewerDataError for events that this program cannot read */
export async function requireKnownEvents(client: pg.Client, known: Readonly<Record<string, number>>): Promise<void> {
  await client.query(EVENTS_TABLE);
  const { rows } = await client.query<{ type: string; version: number }>(
    'select type, version from public.event_version order by type',
  );
  const newer = rows.filter(({ type, version }) => version > (known[type] ?? 0));
  if (newer.length === 0) return;
  const names = newer.map(({ type, version }) => `${type} in version ${version}`);
  throw new NewerDataError(`it does not know its events ${names.join(', ')}`);
}

export async function noteEvents(client: pg.Client, known: Readonly<Record<string, number>>): Promise<void> {
  await client.query(
    `insert into public.event_version (type, version) select * from unnest($1::text[], $2::integer[])
      on conflict (type) do update set version = excluded.version, noted_at = now()
      where event_version.version < excluded.version`,
    [Object.keys(known), Object.values(known)],
  );
}
