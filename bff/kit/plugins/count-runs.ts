import type { Registry } from 'prom-client';
import { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import { gauge as addGauge } from '#bff/kit/lib/gauge.ts';
import { type BackupRun, listBackupRuns } from '#bff/kit/tables/backup-runs.ts';
import { sql } from '#bff/kit/tables/sql.ts';

const Notary = z.object({ readAt: z.date().nullable(), events: z.bigint().nullable(), isRefused: z.boolean() });

/** Null before the first event. */
const lastNotaryRun = (database: BffDeps['database']) =>
  database.one(sql.type(Notary)`
    select max(read_at) as "readAt",
      (select max(size) from notary.checkpoint) as events,
      exists (select from notary.refusal
        where refused_at > coalesce((select max(signed_at) from notary.checkpoint), '-infinity')) as "isRefused"
    from notary.reading`);

/** Of notary and backup, which run and end: they write how each run ended, and this says it for Prometheus. */
export function countRuns(registry: Registry, { database, clock }: Pick<BffDeps, 'database' | 'clock'>): void {
  const secondsSince = (time: Date) => (clock().getTime() - time.getTime()) / 1_000;
  const gauge = (name: string, help: string, read: () => Promise<number>) => addGauge(registry, name, help, read);
  gauge('log_read_age_seconds', 'Time since the notary last read the log and signed its head', async () => {
    const at = (await lastNotaryRun(database)).readAt;
    return at ? secondsSince(at) : 0;
  });
  gauge('log_signed_events', 'Events under the newest head of the log that the notary signed', async () =>
    Number((await lastNotaryRun(database)).events ?? 0n),
  );
  gauge('notary_refused', '1 while the notary refuses to sign the log', async () =>
    Number((await lastNotaryRun(database)).isRefused),
  );
  const ofBackups = (name: string, help: string, read: (run: BackupRun) => number) =>
    addGauge(
      registry,
      name,
      help,
      async () => (await listBackupRuns(database)).map((run) => [{ place: run.place }, read(run)] as const),
      ['place'],
    );
  ofBackups('backup_age_seconds', 'Time since the moment that the newest set of a backup is of', ({ setAt }) =>
    setAt ? secondsSince(setAt) : Number.POSITIVE_INFINITY,
  );
  ofBackups('backup_failed', '1 where the last run of the backup made no set', ({ problem }) =>
    Number(problem !== null),
  );
  ofBackups('backup_events', 'Events of the log in the newest set', ({ events }) => Number(events ?? 0n));
  ofBackups('backup_written_bytes', 'What the newest set added to the backup', ({ bytes }) => Number(bytes ?? 0n));
  ofBackups('backup_duration_seconds', 'Time that the newest set took', ({ seconds }) => seconds ?? 0);
}
