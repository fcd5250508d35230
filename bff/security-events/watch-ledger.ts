import { z } from 'zod';
import type { BffDeps } from '#bff/deps.ts';

export const WATCH_LEDGER = { name: 'watch-ledger', schema: z.object({}) } as const;
export const WATCH_LEDGER_EVERY_MS = 60_000;

/** Looks whether the read models stand still before a forged event, and notes each such stop once. */
export function createLedgerWatch({
  readModels,
  security,
}: Pick<BffDeps, 'readModels' | 'security'>): () => Promise<void> {
  let noted: string | null = null;
  return async () => {
    const reason = (await readModels.freshness())?.haltedReason ?? null;
    if (reason !== null && reason !== noted && /\bMAC\b/.test(reason))
      security.note('event-not-sound', { detail: reason });
    noted = reason;
  };
}
