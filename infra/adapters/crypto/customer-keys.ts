import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { CustomerKeyErasedError, type ErasableNoteCipher, SealError } from '#bff/kit/ports/crypto.ts';
import { sealContext } from '#bff/kit/ports/sealed-values.ts';
import { SealedText } from '#core/kernel/log/event.ts';
import { type KeyRing, NONCE_BYTES, open, seal } from './seal.ts';

const KEY_BYTES = 32;
const CACHED_KEYS = 5_000;
/** Bounds how long another process may still read notes after a key was erased. */
const CACHE_MS = 30_000;

/** The customers' own keys, each sealed under the keys of the data. */
export type CustomerKeys = {
  /** The customer's key; null when it was erased, undefined when there never was one. */
  find(customerId: string): Promise<Buffer | null | undefined>;
  /** Creates the key at its first use. @throws CustomerKeyErasedError */
  forSealing(customerId: string): Promise<Buffer>;
  /** Erases the key permanently, and with it every note and file of this customer. Repeating it changes nothing. */
  erase(customerId: string): Promise<void>;
};

export function createCustomerKeys({ pool, keys }: { pool: pg.Pool; keys: KeyRing }): CustomerKeys {
  const cache = new LRUCache<string, Buffer>({ max: CACHED_KEYS, ttl: CACHE_MS });

  async function find(customerId: string): Promise<Buffer | null | undefined> {
    const cached = cache.get(customerId);
    if (cached) return cached;
    const { rows } = await pool.query<{ key_sealed: Buffer | null }>(
      'select key_sealed from app.customer_key where customer_id = $1',
      [customerId],
    );
    const sealed = rows[0]?.key_sealed;
    if (!sealed) return sealed;
    const key = open(keys, sealed, sealContext('customerKey', customerId));
    cache.set(customerId, key);
    return key;
  }

  async function findOrCreate(customerId: string): Promise<Buffer | null> {
    const known = await find(customerId);
    if (known !== undefined) return known;
    const sealed = seal(keys, randomBytes(KEY_BYTES), sealContext('customerKey', customerId));
    // Two requests may create it at once: the row that was inserted has the key for both.
    await pool.query('insert into app.customer_key (customer_id, key_sealed) values ($1, $2) on conflict do nothing', [
      customerId,
      sealed,
    ]);
    return (await find(customerId)) ?? null;
  }

  return {
    find,
    async forSealing(customerId) {
      const key = await findOrCreate(customerId);
      if (!key) throw new CustomerKeyErasedError(customerId);
      return key;
    },
    async erase(customerId) {
      await pool.query(
        `insert into app.customer_key (customer_id, key_sealed, erased_at) values ($1, null, now())
         on conflict (customer_id) do update set key_sealed = null, erased_at = now() where app.customer_key.erased_at is null`,
        [customerId],
      );
      cache.delete(customerId);
    },
  };
}

/** Notes in events: readable only through their customer's key. */
export function createNoteCipher({ find, forSealing, erase }: CustomerKeys): ErasableNoteCipher {
  const noteContext = (customerId: string) => `note:${customerId}`;
  const ringOf = (key: Buffer): KeyRing => ({ current: { id: 1, key }, retired: [] });
  return {
    async encrypt(customerId, text) {
      const key = await forSealing(customerId);
      const context = noteContext(customerId);
      // Derived from the text: the same note is sealed to the same bytes, so that a repeated decision is recognised
      // without opening it.
      const nonce = createHmac('sha256', key).update(`nonce:${context}:${text}`).digest().subarray(0, NONCE_BYTES);
      return SealedText.parse(seal(ringOf(key), text, context, nonce).toString('base64url'));
    },
    async decrypt(customerId, sealed) {
      const key = await find(customerId);
      if (key === null) return undefined;
      if (key === undefined) throw new SealError(`Customer ${customerId} never had a key, so this note is not theirs.`);
      return open(ringOf(key), Buffer.from(sealed, 'base64url'), noteContext(customerId)).toString();
    },
    erase,
  };
}
