import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A file of the schema; its name is what a database notes of it. */
export type SchemaFile = { readonly name: string; readonly sql: string; readonly sha256: string };
/** The tables of an empty database, and the migrations that made the same ones in a database of before. */
export type Baseline = {
  /** The last release that made them by migrations. */
  readonly release: string;
  readonly files: readonly SchemaFile[];
  readonly migrations: readonly Pick<SchemaFile, 'name' | 'sha256'>[];
};

export const MIGRATIONS_DIR = path.join(import.meta.dirname, 'migrations');
const BASELINE_DIR = path.join(import.meta.dirname, 'baseline');
const RULES_DIR = path.join(import.meta.dirname, 'rules');
const BASELINE_RELEASE = '0.2.0';
const MIGRATION_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

/** The migration files in order. Throws when a name or number breaks the convention. */
export async function readMigrations(dir = MIGRATIONS_DIR): Promise<readonly SchemaFile[]> {
  const files = await readFiles(dir);
  const numbers = new Map<string, string>();
  for (const { name } of files) {
    const number = MIGRATION_NAME.exec(name)?.[1];
    if (number === undefined) throw new Error(`Migration ${name} is not named like 0042_add_something.sql.`);
    const other = numbers.get(number);
    if (other !== undefined) throw new Error(`Migrations ${other} and ${name} have the same number.`);
    numbers.set(number, name);
  }
  return files;
}

/** The functions of the database, by subject. */
export const readRules = (): Promise<readonly SchemaFile[]> => readFiles(RULES_DIR);

export async function readBaseline(): Promise<Baseline> {
  const released = await readFile(path.join(BASELINE_DIR, 'released.txt'), 'utf8');
  const migrations = released
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('  '))
    .map(([sha256 = '', name = '']) => ({ name, sha256 }));
  return { release: BASELINE_RELEASE, files: await readFiles(BASELINE_DIR), migrations };
}

/** A digest of all that makes a database. */
export async function schemaDigest(): Promise<string> {
  const hash = createHash('sha256');
  const files = [...(await readBaseline()).files, ...(await readRules()), ...(await readMigrations())];
  for (const { name, sha256 } of files) hash.update(`${name}:${sha256};`);
  return hash.digest('hex');
}

async function readFiles(dir: string): Promise<readonly SchemaFile[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(dir, name), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
