import { randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import { lock } from '#bff/kit/tables/lock.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';

/** Servers that start within this time print the same secret: a store may have several. */
const START_TOGETHER_MS = 60_000;
const NONCE_BYTES = 16;
const KEY = 'setup-secret';

const Offer = z.object({ nonce: z.string(), madeAt: z.string() });
type Deps = Pick<BffDeps, 'database' | 'crypto' | 'config' | 'clock'>;

/**
 * The address at which an empty store is set up, with its secret; null where it has an administrator. Each start makes another secret, so
 * an older one that somebody read in a log is void. Postgres has only a number that is nothing without the server's own secret.
 */
export async function offerSetup(deps: Deps): Promise<string | null> {
  const { database, config, clock } = deps;
  return database.transaction(async (transaction) => {
    await lock(transaction, KEY);
    if (await transaction.exists(sql.unsafe`select from app.administrator`)) {
      await transaction.query(sql.void`delete from app.installation where key = ${KEY}`);
      return null;
    }
    const known = await findOffer(transaction);
    const isFresh = known && Math.abs(clock().getTime() - Date.parse(known.madeAt)) < START_TOGETHER_MS;
    const offer = isFresh ? known : { nonce: randomBytes(NONCE_BYTES).toString('hex'), madeAt: clock().toISOString() };
    await transaction.query(sql.void`insert into app.installation (key, value) values (${KEY}, ${JSON.stringify(offer)}::jsonb)
      on conflict (key) do update set value = excluded.value, changed_at = now()`);
    // Behind a #, which browsers send to no server.
    return `${config.publicUrl}/admin/setup#${secretOf(deps, offer)}`;
  });
}

/** Takes as long for any secret. */
export async function isSetupSecret(deps: Deps, given: string): Promise<boolean> {
  const offer = await findOffer(deps.database);
  return offer !== null && isSecret(deps, offer, given);
}

/** Uses the secret up: of several who come at once, one gets true. */
export async function takeSetupSecret(deps: Deps, transaction: Queryable, given: string): Promise<boolean> {
  const offer = await transaction.maybeOne(sql.type(z.object({ value: Offer }))`
    delete from app.installation where key = ${KEY} returning value`);
  return offer !== null && isSecret(deps, offer.value, given);
}

async function findOffer(database: Queryable): Promise<z.infer<typeof Offer> | null> {
  const row = await database.maybeOne(sql.type(z.object({ value: Offer }))`
    select value from app.installation where key = ${KEY}`);
  return row?.value ?? null;
}

function secretOf({ crypto, config }: Deps, { nonce }: z.infer<typeof Offer>): string {
  if (config.adminJwtSecret === undefined) throw new Error('Only the server of the screens sets a store up.');
  return crypto.deriveToken(config.adminJwtSecret, Buffer.from(`${KEY} ${nonce}`));
}

const isSecret = (deps: Deps, offer: z.infer<typeof Offer>, given: string): boolean =>
  timingSafeEqual(deps.crypto.hashToken(secretOf(deps, offer)), deps.crypto.hashToken(given.trim()));
