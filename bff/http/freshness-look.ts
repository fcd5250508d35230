import type { ReadModels } from '#bff/ports/read-models.ts';

/** The read models only move on, so what they were at a moment ago is still true of them: at least that far. */
const LOOK_EVERY_MS = 250;

type Look = ReturnType<ReadModels['freshness']>;
const looks = new WeakMap<ReadModels, () => Look>();

/**
 * How far the read models are at least, looked at once in a while for all requests of this process instead of once a
 * request: never more than they are, and late by {@link LOOK_EVERY_MS} at most.
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
    // What failed is not remembered: the next request looks again.
    current.fresh.catch(() => {
      if (last === current) last = undefined;
    });
    return current.fresh;
  };
  looks.set(readModels, look);
  return look;
}
