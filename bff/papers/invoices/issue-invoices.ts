import type { BffDeps } from '#bff/kit/deps.ts';
import { repeatedJob } from '#bff/kit/jobs/repeated-job.ts';
import type { CheckpointPort } from '#core/kernel/following/checkpoint.ts';
import { hasPlace, placeAt } from '#projections/models/audit-places.ts';
import { listInvoicesAfter } from '#projections/models/invoices.ts';
import { hasSeller, issueAll } from './issued.ts';

export const ISSUE_INVOICES = repeatedJob('issue-invoices', 5_000);
const BATCH = 200;

/**
 * Stores seller, buyer and VAT of each new invoice, in the order of the log, and returns how many it stored. The number comes from the log,
 * so the next run completes what a crash left out, and what waits until the settings say who sells.
 */
export async function issueInvoices(
  deps: Pick<BffDeps, 'database' | 'crypto' | 'settings'>,
  checkpoint: Pick<CheckpointPort, 'load' | 'save'>,
): Promise<number> {
  const place = await checkpoint.load();
  const isKnown = place && (await hasPlace(deps.database, place));
  // Of a log that was set back, all are looked at again: those that were issued stay as they are.
  let after = isKnown ? place.position : -1n;
  for (let issued = 0; ; ) {
    const batch = await listInvoicesAfter(deps.database, after, BATCH);
    const last = batch.at(-1);
    if (!last || !(await hasSeller(deps, last))) return issued;
    await issueAll(deps, batch);
    issued += batch.length;
    after = last.position;
    await checkpoint.save((await placeAt(deps.database, after)) ?? { position: after, event: null });
  }
}
