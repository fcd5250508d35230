import type { BffDeps } from '#bff/kit/deps.ts';
import { type PayTo, payToNow } from '#bff/papers/invoices/paid-into.ts';
import { accountsOfPending, type PrintedAccount, pendingIdsInto } from '#projections/models/deposits.ts';

type Deps = Pick<BffDeps, 'database' | 'settings'>;

/** The recalled accounts that pending deposits ask to pay into, each with the one that is right now. */
export async function recalledOfPending({
  database,
  settings,
}: Deps): Promise<readonly (PrintedAccount & Pick<PayTo, 'account'>)[]> {
  const now = settings.now();
  if ((now.values.recalls?.recalled ?? []).length === 0) return [];
  return (await accountsOfPending(database)).flatMap((printed) => {
    const { account, recalled } = payToNow(now, printed);
    return recalled.length > 0 ? [{ ...printed, account }] : [];
  });
}

/** The ids of pending deposits that ask to pay into an account that was recalled, the oldest first. */
export const depositsIntoRecalled = async (deps: Deps): Promise<readonly string[]> =>
  pendingIdsInto(deps.database, await recalledOfPending(deps));
