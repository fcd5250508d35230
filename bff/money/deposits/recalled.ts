import type { BffDeps } from '#bff/kit/deps.ts';
import { payToNow } from '#bff/papers/invoices/paid-into.ts';
import { accountsOfPending, pendingInto } from '#projections/models/deposits.ts';

/** The ids of pending deposits that ask to pay into an account that was recalled, the oldest first. */
export async function depositsIntoRecalled({
  database,
  settings,
}: Pick<BffDeps, 'database' | 'settings'>): Promise<readonly string[]> {
  const now = settings.now();
  if ((now.values.recalls?.recalled ?? []).length === 0) return [];
  const printed = await accountsOfPending(database);
  return pendingInto(
    database,
    printed.filter((each) => payToNow(now, each).recalled.length > 0),
  );
}
