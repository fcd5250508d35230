import { z } from 'zod';
import type { StoreState } from '#bff/contract/identity/store-state.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';

/** The setup as it goes: of a store that began with the first page of it. One whose owner the command line made has none, and is open. */
const Setup = z.object({
  openedAt: z.string().nullable(),
  skipped: z.array(z.string()),
  mailTestedAt: z.string().nullable(),
});
export type Setup = z.infer<typeof Setup>;
export const NEW_SETUP: Setup = { openedAt: null, skipped: [], mailTestedAt: null };
const SETUP = 'setup';

const Row = z.object({ has_owner: z.boolean(), setup: Setup.nullable() });

/** How far the store is. */
export async function readStoreState(database: Queryable): Promise<{ state: StoreState; setup: Setup | null }> {
  const { has_owner, setup } = await database.one(sql.type(Row)`
    select exists (select from app.administrator) as has_owner,
      (select value from app.installation where key = ${SETUP}) as setup`);
  const state = !has_owner ? 'ownerless' : setup === null || setup.openedAt !== null ? 'open' : 'closed';
  return { state, setup };
}

/** The same, remembered: a store that is open stays so. */
export function storeStateOf({ database }: Pick<BffDeps, 'database'>): () => Promise<StoreState> {
  let isOpen = false;
  return async () => {
    if (isOpen) return 'open';
    const { state } = await readStoreState(database);
    isOpen = state === 'open';
    return state;
  };
}

export const beginSetup = (transaction: Queryable) =>
  transaction.query(
    sql.void`insert into app.installation (key, value) values (${SETUP}, ${JSON.stringify(NEW_SETUP)}::jsonb)`,
  );

/** Opens the store; false where it is open, or was never set up. */
export async function openSetup(transaction: Queryable, at: Date): Promise<boolean> {
  const { rowCount } = await transaction.query(sql.void`
    update app.installation set value = value || ${JSON.stringify({ openedAt: at.toISOString() })}::jsonb, changed_at = now()
    where key = ${SETUP} and value ->> 'openedAt' is null`);
  return rowCount === 1;
}

/** Adds to what is known of the setup; false where none is under way. */
export async function noteSetup(database: Queryable, change: (setup: Setup) => Partial<Setup>): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const row = await transaction.maybeOne(sql.type(z.object({ value: Setup }))`
      select value from app.installation where key = ${SETUP} for update`);
    if (!row || row.value.openedAt !== null) return false;
    const value = JSON.stringify({ ...row.value, ...change(row.value) });
    await transaction.query(
      sql.void`update app.installation set value = ${value}::jsonb, changed_at = now() where key = ${SETUP}`,
    );
    return true;
  });
}
