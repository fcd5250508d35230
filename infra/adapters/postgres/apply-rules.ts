import type pg from 'pg';
import type { SchemaFile } from './schema-files.ts';

/** Which states of the functions a database has had, and since when: of a file, the newest row counts. */
const RULES_TABLE = `create table if not exists public.schema_rule (
  name text, sha256 text, applied_at timestamptz not null, primary key (name, sha256))`;
/** Loads pg_trgm into the session: before that, only a superuser may give a function a setting of it. */
const LOAD_SETTINGS = 'select public.show_limit()';

/** Each function of a file, by its name. */
const functionsOf = ({ sql }: SchemaFile): readonly (readonly [string, string])[] =>
  sql.split(/^(?=create or replace function )/m).flatMap((part) => {
    const name = /^create or replace function ([\w.]+)\(/.exec(part)?.[1];
    return name === undefined ? [] : [[name, part] as const];
  });

/**
 * Creates functions that are not there yet, before the tables whose triggers call them. What their bodies name may come with those
 * tables, so it is not looked for.
 */
export async function addFunctions(client: pg.Client, rules: readonly SchemaFile[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select distinct pronamespace::regnamespace || '.' || proname as name from pg_proc where pronamespace::regnamespace::text = 'app'",
  );
  const there = new Set(rows.map(({ name }) => name));
  const missing = rules.flatMap(functionsOf).filter(([name]) => !there.has(name));
  if (missing.length === 0) return;
  await client.query(LOAD_SETTINGS);
  await client.query('set check_function_bodies = off');
  await client.query(missing.map(([, sql]) => sql).join(''));
  await client.query('reset check_function_bodies');
}

/**
 * Applies the files of functions that are not as they were applied last. Nobody waits for it, and the version before calls the same functions: each keeps
 * its parameters and what it returns. One with others is another function beside it.
 */
export async function applyRules(client: pg.Client, rules: readonly SchemaFile[]): Promise<void> {
  await client.query(RULES_TABLE);
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select distinct on (name) name, sha256 from public.schema_rule order by name, applied_at desc',
  );
  const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
  const changed = rules.filter(({ name, sha256 }) => applied.get(name) !== sha256);
  if (changed.length > 0) await client.query(LOAD_SETTINGS);
  for (const { name, sql, sha256 } of changed) {
    const values = [name, sha256].map((each) => client.escapeLiteral(each)).join(', ');
    try {
      // The statements of one call are one transaction.
      await client.query(`${sql};
        insert into public.schema_rule values (${values}, clock_timestamp())
          on conflict (name, sha256) do update set applied_at = excluded.applied_at`);
    } catch (error) {
      const why = error instanceof Error ? error.message : error;
      throw new Error(`The functions in ${name} cannot be applied: ${why}`, { cause: error });
    }
  }
}
