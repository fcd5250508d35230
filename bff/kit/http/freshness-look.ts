import type { ReadModels } from '#bff/kit/ports/read-models.ts';

/** The read models only move forward, so an earlier look is still a lower bound. */
const LOOK_EVERY_MS = 250;

type Look = ReturnType<ReadModels['freshness']>;
const looks = new WeakMap<ReadModels, () => Look>();

/**
 * A lower bound of the read models' position. It is looked up once in a while for all requests of this process instead of once a request,
 * so it is at most {@link LOOK_EVERY_MS} old.
 */
export function createFreshnessLook(readModels: ReadModels): () => Look {
  const known = looks.get(readModels);
  if (known) return known;
  let last: { readonly atMs: number; readonly fresh: Look } | undefined;
  const look = () => {
    const nowMs = performance.now();
    if (last && nowMs - last.atMs < LOOK_EVERY_MS) return last.fresh;
    const current = { atMs: nowMs, fresh: readModels.freshness() };
    last = current;
    // A failed look is not cached: the next request looks again.
    current.fresh.catch(() => {
      if (last === current) last = undefined;
    });
    return current.fresh;
  };
  looks.set(readModels, look);
  return look;
}
