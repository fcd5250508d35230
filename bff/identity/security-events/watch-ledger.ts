import type { BffDeps } from '#bff/kit/deps.ts';
import { repeatedJob } from '#bff/kit/jobs/repeated-job.ts';

export const WATCH_LEDGER = repeatedJob('watch-ledger', 60_000);

/** Checks whether a forged event has stopped the read models, and notes each such stop once. */
export function createLedgerWatch({
  readModels,
  security,
}: Pick<BffDeps, 'readModels' | 'security'>): () => Promise<void> {
  let noted: string | null = null;
  return async () => {
    const { haltedKind = null, haltedReason = null } = (await readModels.freshness()) ?? {};
    if (haltedKind === 'forged' && haltedReason !== null && haltedReason !== noted) {
      security.note('event-not-sound', { detail: haltedReason });
    }
    noted = haltedReason;
  };
}
