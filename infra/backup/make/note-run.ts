import { withPrimary } from '#infra/connect/primary.ts';
import type { BackupReport } from './run-backup.ts';

type Outcome = { readonly made: BackupReport; readonly seconds: number } | { readonly problem: string };

/** Tells the store how a run ended, so that its figures and *System* say how old the backup is. A failed run leaves the newest set as it is noted. */
export async function noteRun(databaseUrl: string, place: string, outcome: Outcome): Promise<void> {
  await withPrimary({ connectionString: databaseUrl, application_name: 'giftledger-backup' }, async (database) => {
    if ('problem' in outcome) {
      await database.query(
        `insert into app.backup_run (place, problem) values ($1, $2)
        on conflict (place) do update set ended_at = clock_timestamp(), problem = excluded.problem`,
        [place, outcome.problem],
      );
      return;
    }
    const { made, seconds } = outcome;
    await database.query(
      `insert into app.backup_run (place, set_at, set_events, set_bytes, set_ms) values ($1, $2, $3, $4, $5)
      on conflict (place) do update set ended_at = clock_timestamp(), problem = null, set_at = excluded.set_at,
        set_events = excluded.set_events, set_bytes = excluded.set_bytes, set_ms = excluded.set_ms`,
      [place, made.time, made.events, made.bytes, Math.round(seconds * 1_000)],
    );
  });
}
