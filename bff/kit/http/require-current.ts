import type { BffDeps } from '#bff/kit/deps.ts';
import { ApiError, NOT_CURRENT } from '#bff/kit/lib/api-error.ts';

const CATCH_UP_TIMEOUT_MS = 5_000;

/**
 * Waits until the read models show the whole log, for decisions that read them under a lock. The holder of the lock before may have written
 * and died, or stopped waiting, before its write was shown. @throws ApiError 503
 */
export async function requireCurrent({ eventStore, readModels }: Pick<BffDeps, 'eventStore' | 'readModels'>) {
  const head = await eventStore.headPosition();
  // Asked of Postgres itself in the end: another server may have taken over since a position was notified, and be behind it.
  if (
    (await readModels.waitForPosition(head, CATCH_UP_TIMEOUT_MS)) &&
    ((await readModels.freshness())?.position ?? -1n) >= head
  ) {
    return;
  }
  throw new ApiError(
    503,
    NOT_CURRENT,
    'The lists are behind the ledger at the moment. Nothing was changed: please try again.',
    { retryAfterS: 2 },
  );
}
