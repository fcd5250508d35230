import { z } from 'zod';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';

const BackupRun = z.object({
  place: z.string(),
  endedAt: z.date(),
  problem: z.string().nullable(),
  setAt: z.date().nullable(),
  events: z.bigint().nullable(),
  bytes: z.bigint().nullable(),
  seconds: z.number().nullable(),
});

export type BackupRun = z.infer<typeof BackupRun>;

/** How the backups ended, the newest run first. A place without a run for five weeks before that is not used any more. */
export const listBackupRuns = (database: Queryable): Promise<readonly BackupRun[]> =>
  database.any(sql.type(BackupRun)`
    select place, ended_at as "endedAt", problem, set_at as "setAt", set_events as events, set_bytes as bytes,
      (set_ms / 1000.0)::float8 as seconds
    from app.backup_run
    where ended_at > (select max(ended_at) from app.backup_run) - interval '35 days'
    order by backup_run.ended_at desc`);
