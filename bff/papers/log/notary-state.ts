import { z } from 'zod';
import type { NotaryState } from '#bff/contract/office/admin-system.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';

const Head = z.object({ size: z.string(), signed_at: z.date(), cosigned_by: z.array(z.string()) });
const Refusal = z.object({ problem: z.string(), refused_at: z.date() });
const Witness = z.object({
  name: z.string(),
  size: z.string(),
  problem: z.string().nullable(),
  asked_at: z.date(),
  failing_since: z.date().nullable(),
});

export async function notaryState(database: Queryable): Promise<NotaryState> {
  const [head, refusal, witnesses] = [
    await database.maybeOne(sql.type(Head)`
      select size::text, signed_at, array(select witness from notary.cosignature
        where cosignature.size = checkpoint.size order by witness) as cosigned_by
      from notary.checkpoint order by checkpoint.size desc limit 1`),
    await database.maybeOne(sql.type(Refusal)`
      select problem, refused_at from notary.refusal
      where refused_at > coalesce((select max(signed_at) from notary.checkpoint), '-infinity')
      order by refusal.refused_at desc limit 1`),
    await database.any(
      sql.type(Witness)`select name, size::text, problem, asked_at, failing_since from notary.witness order by name`,
    ),
  ];
  return {
    head: head && { ...head, signed_at: head.signed_at.toISOString() },
    refusal: refusal && { ...refusal, refused_at: refusal.refused_at.toISOString() },
    witnesses: witnesses.map(({ asked_at, failing_since, ...witness }) => ({
      ...witness,
      asked_at: asked_at.toISOString(),
      failing_since: failing_since?.toISOString() ?? null,
    })),
  };
}
