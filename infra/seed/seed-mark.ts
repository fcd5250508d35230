import { connectionLimits } from '#infra/adapters/postgres/connection-limits.ts';
import { withPrimary } from '#infra/connect/primary.ts';

/** What of the demonstration is complete: its data, and what data of before did not have: its settings, and that the log says what it is. */
type Mark = 'seeded' | 'demonstration-said';

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

/** Which of these addresses somebody can sign in with. */
export async function knownEmails(databaseUrl: string, emails: readonly string[]): Promise<readonly string[]> {
  const { rows } = await query(
    databaseUrl,
    `select email from app.account where email = any($1)
      union select email from app.administrator where email = any($1) and is_active`,
    emails,
  );
  return rows.map(({ email }) => email);
}

const query = (databaseUrl: string, text: string, value: Mark | readonly string[]) =>
  withPrimary({ connectionString: databaseUrl, ...connectionLimits() }, (client) =>
    client.query<{ email: string }>(text, [value]),
  );
