import type pg from 'pg';
import { READ_SCHEMA } from '../kernel/projector.ts';

/** Why a replay is not possible, in words for the person who requested it. */
export class ReplayError extends Error {
  override readonly name = 'ReplayError';
}

/** Copies have schemas of their own; no other schema begins like this. */
const PREFIX = 'past_';
const MARK = 'Giftledger as it stood on ';
export const LIVE = 'live';

/** The name of a copy; `live` is not one. */
export const COPY_NAME = /^(?!live$)[a-z][a-z0-9_]{0,39}$/;
export const schemaOf = (name: string): string => (name === LIVE ? READ_SCHEMA : `${PREFIX}${name}`);
export const markOf = (until: Date): string => `${MARK}${until.toISOString()}`;

/** The mark of a copy; undefined when there is no schema of that name, 'not ours' when it is no copy. */
export async function findCopy(client: pg.ClientBase, name: string): Promise<string | undefined> {
  const { rows } = await client.query<{ mark: string | null }>(
    "select obj_description(oid, 'pg_namespace') as mark from pg_namespace where nspname = $1",
    [schemaOf(name)],
  );
  const [found] = rows;
  if (!found) return undefined;
  return found.mark?.startsWith(MARK) ? found.mark : 'not ours';
}
