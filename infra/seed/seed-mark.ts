import pg from 'pg';
import { connectionLimits } from '#infra/adapters/postgres/pool.ts';

/** What of the demonstration is complete: its data, and the settings, which data of before did not have. */
type Mark = 'seeded' | 'demonstration-settings';

export async function isMarked(databaseUrl: string, mark: Mark): Promise<boolean> {
  return (await query(databaseUrl, 'select 1 from app.installation where key = $1', mark)).rowCount === 1;
}

export async function mark(databaseUrl: string, which: Mark): Promise<void> {
  await query(
    databaseUrl,
    "insert into app.installation (key, value) values ($1, 'true') on conflict do nothing",
    which,
  );
}

async function query(databaseUrl: string, text: string, key: Mark) {
  const client = new pg.Client({ connectionString: databaseUrl, ...connectionLimits() });
  await client.connect();
  try {
    return await client.query(text, [key]);
  } finally {
    await client.end();
  }
}
