import { z } from 'zod';
import type { BffDeps } from '#bff/deps.ts';
import { sql } from '#bff/lib/sql.ts';

export const WATCH_NOTARY = { name: 'watch-notary', schema: z.object({}) } as const;
export const WATCH_NOTARY_EVERY_MS = 60_000;

const Refusal = z.object({ problem: z.string(), refused_at: z.date() });

/** Puts into the security log why the notary did not sign. What a process before this one put there, that log itself knows. */
export function createNotaryWatch({ database, security }: Pick<BffDeps, 'database' | 'security'>): () => Promise<void> {
  let seen: Date | undefined;
  return async () => {
    const after = seen
      ? sql.fragment`${seen.toISOString()}::timestamptz`
      : sql.fragment`coalesce((select max(last_at) from app.security_event where kind = 'log-not-signed'), '-infinity')`;
    const refusals = await database.any(
      sql.type(Refusal)`select problem, date_trunc('milliseconds', refused_at) + interval '1 millisecond' as refused_at
        from notary.refusal where refused_at > ${after} order by refusal.refused_at`,
    );
    for (const { problem } of refusals) security.note('log-not-signed', { detail: problem });
    seen = refusals.at(-1)?.refused_at ?? seen;
  };
}
