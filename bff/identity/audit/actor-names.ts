import { z } from 'zod';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';

/** The name of an actor, or null for one that has none (a process, a finance user) or was erased. */
export type ActorNames = (kind: string, id: string) => string | null;

const Named = z.object({ kind: z.string(), id: z.string(), name: z.string() });

/** Looks up the people behind a page of events at once. An API key has its customer's name. */
export async function namesOf(
  database: Queryable,
  actors: readonly { readonly kind: string; readonly id: string }[],
): Promise<ActorNames> {
  const idsOf = (kind: string) =>
    sql.array([...new Set(actors.filter((actor) => actor.kind === kind).map((actor) => actor.id))], 'text');
  const rows = await database.any(sql.type(Named)`
    select 'administrator' as kind, administrator_id::text as id, name from app.administrator
    where administrator_id::text = any(${idsOf('administrator')})
    union all
    select 'customer', customer_id::text, name from app.account where customer_id = any((${idsOf('customer')})::uuid[])
    union all
    select 'api-key', key.key_id::text, account.name from app.api_key key join app.account account using (customer_id)
    where key.key_id = any((${idsOf('api-key')})::uuid[])`);
  const names = new Map(rows.map(({ kind, id, name }) => [`${kind}:${id}`, name]));
  return (kind, id) => names.get(`${kind}:${id}`) ?? null;
}
