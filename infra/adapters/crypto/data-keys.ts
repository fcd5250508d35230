import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { writtenKeys } from '#infra/adapters/config/keys.ts';
import { countSealed, reseal } from './reseal.ts';
import type { KeyRing } from './seal.ts';

const KEY_BYTES = 32;
const MOST_KEYS = 255;

export type DataKey = {
  readonly id: number;
  readonly state: 'current' | 'retired' | 'not configured';
  /** Values that are sealed under it. */
  readonly values: number;
};

/**
 * What `ledger keys` does with a store's database. `keep` saves the value of DATA_ENCRYPTION_KEYS where the parts read it,
 * if they read it from there.
 */
export function manageDataKeys(pool: pg.Pool, keys: KeyRing, keep?: (keys: string) => Promise<void>) {
  async function status() {
    const counts = await countSealed(pool);
    const retired = keys.retired.map(({ id }) => id);
    const stateOf = (id: number): DataKey['state'] => {
      if (id === keys.current.id) return 'current';
      return retired.includes(id) ? 'retired' : 'not configured';
    };
    const ids = [...new Set([keys.current.id, ...retired, ...counts.keys()])].sort((left, right) => left - right);
    return ids.map((id): DataKey => ({ id, state: stateOf(id), values: counts.get(id) ?? 0 }));
  }

  return {
    status,
    async reseal(onResealed: (count: number) => void) {
      const { resealed, left } = await reseal(pool, keys, onResealed);
      return { resealed, left: left.map(({ value, id, reason }) => `${value} ${id}: ${reason}`) };
    },
    async rotate() {
      const used = new Set((await status()).filter(({ values }) => values > 0).map(({ id }) => id));
      const next = rotated(keys, used);
      const text = writtenKeys(next);
      await keep?.(text);
      return { id: next.current.id, variables: keep ? [] : [`DATA_ENCRYPTION_KEYS=${text}`] };
    },
  };
}

/** A new current key, and the other keys that still seal something. */
function rotated(keys: KeyRing, used: ReadonlySet<number>): KeyRing {
  const kept = [keys.current, ...keys.retired.filter(({ id }) => used.has(id))];
  const taken = new Set([...kept.map(({ id }) => id), ...used]);
  const after = Array.from({ length: MOST_KEYS }, (_, index) => ((keys.current.id + index) % MOST_KEYS) + 1);
  const id = after.find((each) => !taken.has(each));
  if (id === undefined) throw new Error('Every number of a key is in use. Run `keys reseal` first.');
  return { current: { id, key: randomBytes(KEY_BYTES) }, retired: kept };
}
