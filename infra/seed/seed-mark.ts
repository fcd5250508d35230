import pg from 'pg';
import { connectionLimits } from '#infra/adapters/postgres/pool.ts';

/** True when the demo data are complete. */
export async function isSeeded(databaseUrl: string): Promise<boolean> {
  return (await query(databaseUrl, "select 1 from app.installation where key = 'seeded'")).rowCount === 1;
}

export async function markSeeded(databaseUrl: string): Promise<void> {
  await query(
    databaseUrl,
    "insert into app.installation (key, value) values ('seeded', 'true') on conflict do nothing",
  );
}

async function query(databaseUrl: string, text: string) {
  const client = new pg.Client({ connectionString: databaseUrl, ...connectionLimits() });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
