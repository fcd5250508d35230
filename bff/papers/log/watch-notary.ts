import { z } from 'zod';
import type { SecurityEventKind } from '#bff/contract/identity/security-event-kinds.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { repeatedJob } from '#bff/kit/jobs/repeated-job.ts';
import { sql } from '#bff/kit/tables/sql.ts';

export const WATCH_NOTARY = repeatedJob('watch-notary', 60_000);

const Problem = z.object({ detail: z.string(), noticed_at: z.date() });

/** Puts into the security log why the notary or a witness did not sign. What an earlier process put there is read from that log. */
export function createNotaryWatch({ database, security }: Pick<BffDeps, 'database' | 'security'>): () => Promise<void> {
  const seen = new Map<SecurityEventKind, Date>();
  const look = async (kind: SecurityEventKind, problems: ReturnType<typeof sql.fragment>) => {
    const last = seen.get(kind);
    const after = last
      ? sql.fragment`${last.toISOString()}::timestamptz`
      : sql.fragment`coalesce((select max(last_at) from app.security_event where kind = ${kind}), '-infinity')`;
    const rows = await database.any(sql.type(Problem)`
      select detail, date_trunc('milliseconds', at) + interval '1 millisecond' as noticed_at
      from (${problems}) as problem (detail, at) where at > ${after} order by at`);
    for (const { detail, noticed_at } of rows) {
      security.note(kind, { detail });
      seen.set(kind, noticed_at);
    }
  };
  return async () => {
    await look('log-not-signed', sql.fragment`select problem, refused_at from notary.refusal`);
    await look(
      'witness-failed',
      sql.fragment`select name || ': ' || problem, asked_at from notary.witness where problem is not null`,
    );
  };
}
