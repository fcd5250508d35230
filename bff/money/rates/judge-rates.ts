import { hasSecond } from '#bff/kit/approvals/approver.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import { lock } from '#bff/kit/tables/lock.ts';
import type { Queryable } from '#bff/kit/tables/sql.ts';
import { judgeRates, type NewRate } from '#core/finance/rates/rates.ts';
import { knownRates } from './rate-store.ts';

export type Judged = ReturnType<typeof judgeRates>;

/** In a transaction, one after the other: what is read is all there is. */
export async function judge(transaction: Queryable, rates: readonly NewRate[]): Promise<Judged> {
  await lock(transaction, 'rates');
  const currencies = [...new Set(rates.map(({ currency }) => currency))];
  return judgeRates(rates, await knownRates(transaction, currencies));
}

/** What is far, or replaces another one, takes two; so does the first rate of a currency, where there are two. */
export async function needsSecond(
  at: Pick<BffDeps, 'rules' | 'clock'> & { readonly database: Queryable },
  actor: AdministratorActor,
  { differing, far, first }: Judged,
): Promise<boolean> {
  if (differing.length > 0 || far.length > 0) return true;
  return first.length > 0 && (await hasSecond(at, actor, 'rates:confirm'));
}
