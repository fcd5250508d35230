import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { SEALED_VALUES } from '#bff/kit/ports/sealed-values.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import type { TestApp } from '#infra/proof/api/test-app.ts';

/** A place that contains a text: a table, one of its sealed values, a file, a stream. */
type Place = { readonly place: string; readonly text: string };

/** Every place of a store that contains one of the markers, as text or in hexadecimal, in any case. */
export async function placesWith(test: TestApp, markers: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  const wanted = markers.flatMap((marker) => [marker, Buffer.from(marker).toString('hex')]);
  for await (const { place, text } of everything(test)) {
    const lower = text.toLowerCase();
    for (const marker of wanted) if (lower.includes(marker)) found.add(`${place}: ${marker}`);
  }
  return [...found];
}

async function* everything(test: TestApp): AsyncGenerator<Place> {
  const client = new pg.Client({ connectionString: test.databaseUrl });
  await client.connect();
  try {
    yield* rows(client);
    yield* sealedValues(client, test);
    yield* papers(client, test);
  } finally {
    await client.end();
  }
  yield* files(test.filesDir);
  yield* events(test.eventstoreUrl);
}

async function* rows(client: pg.Client): AsyncGenerator<Place> {
  const tables = await client.query(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  for (const { schema, name } of tables.rows) {
    const { rows: texts } = await client.query(`select t::text as text from "${schema}"."${name}" t`);
    for (const { text } of texts) yield { place: `${schema}.${name}`, text };
  }
}

async function* sealedValues(client: pg.Client, test: TestApp): AsyncGenerator<Place> {
  for (const [value, { table, id, column }] of Object.entries(SEALED_VALUES)) {
    const { rows: sealed } = await client.query(
      `select ${id}::text as id, ${column} as sealed from app.${table} where ${column} is not null`,
    );
    for (const { id: owner, sealed: bytes } of sealed) {
      const opened = test.deps.crypto.open(value as keyof typeof SEALED_VALUES, owner, bytes);
      yield { place: `${table}.${column}, opened`, text: opened.toString('latin1') };
    }
  }
}

/** The customers' uploads, opened where their key exists. */
async function* papers(client: pg.Client, { deps }: TestApp): AsyncGenerator<Place> {
  const { rows: uploads } = await client.query('select file_id, customer_id from app.upload');
  for (const { file_id, customer_id } of uploads) {
    const file = await deps.files.open(file_id, customer_id).catch(() => undefined);
    if (file) yield { place: 'files, opened', text: (await buffer(file.stream)).toString('latin1') };
  }
}

async function* files(dir: string): AsyncGenerator<Place> {
  for (const entry of await readdir(dir, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    yield { place: 'files', text: await readFile(path.join(entry.parentPath, entry.name), 'latin1') };
  }
}

async function* events(eventstoreUrl: string): AsyncGenerator<Place> {
  const client = createEventStoreClient(eventstoreUrl);
  try {
    for await (const event of createEventStoreDb(client).readAll({})) {
      yield {
        place: event.streamId,
        text: JSON.stringify(event, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
      };
    }
  } finally {
    await client.dispose();
  }
}
