import { createHmac, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { sealContext } from '#bff/kit/ports/sealed-values.ts';
import { type KeyRing, open, seal } from './seal.ts';

const KEY_BYTES = 32;

/**
 * A key of the installation that stays the same when the ring's keys change: it is stored in Postgres, sealed under
 * them. The first caller creates it.
 */
export async function installationKey(
  pool: pg.Pool,
  keys: KeyRing,
  name: string,
  make: () => Uint8Array = () => randomBytes(KEY_BYTES),
): Promise<Buffer> {
  const find = async () => {
    const { rows } = await pool.query<{ key_sealed: Buffer }>(
      'select key_sealed from app.installation_key where name = $1',
      [name],
    );
    return rows[0] && open(keys, rows[0].key_sealed, sealContext('installationKey', name));
  };
  const known = await find();
  if (known) return known;
  await pool.query('insert into app.installation_key (name, key_sealed) values ($1, $2) on conflict do nothing', [
    name,
    seal(keys, make(), sealContext('installationKey', name)),
  ]);
  const kept = await find();
  if (!kept) throw new Error(`The key ${name} was not kept.`);
  return kept;
}

/** Digests of values of one kind, under a key of their own. */
export function createFingerprints(pool: pg.Pool, keys: KeyRing, name: string): (text: string) => Promise<Buffer> {
  let kept: Promise<Buffer> | undefined;
  return async (text) => {
    kept ??= installationKey(pool, keys, name).catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return createHmac('sha256', await kept)
      .update(text)
      .digest();
  };
}
