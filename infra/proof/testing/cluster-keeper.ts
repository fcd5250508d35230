// Stops the shared test cluster in the directory given as argument once it has been idle for a while.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { withFileLock } from '#infra/local/lock.ts';
import { startPostgres } from '#infra/local/postgres/start-postgres.ts';

const CHECK_EVERY_MS = 30_000;
const IDLE_CHECKS_BEFORE_STOP = 20;
const LOCK_WAIT_MS = 60_000;

const dir = process.argv[2];
if (!dir) throw new Error('usage: cluster-keeper.ts <directory>');
const connectionString = `postgresql://giftledger@${encodeURIComponent(dir)}:5432/postgres`;

/** Number of other sessions, or undefined when the cluster is gone. */
async function sessions(): Promise<number | undefined> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    const result = await client.query<{ count: number }>(
      "select count(*)::int as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    return result.rows[0]?.count ?? 0;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

for (let idle = 0; idle < IDLE_CHECKS_BEFORE_STOP; ) {
  await delay(CHECK_EVERY_MS);
  const count = await sessions();
  if (count === undefined) process.exit(0);
  idle = count === 0 ? idle + 1 : 0;
}
await withFileLock(`${dir}.lock`, LOCK_WAIT_MS, async () => {
  if ((await sessions()) !== 0) return;
  const cluster = await startPostgres({ dir, socketDir: dir, fast: true });
  await cluster.stop();
});
