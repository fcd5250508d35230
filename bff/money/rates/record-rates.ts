import { recordedTransaction } from '#bff/identity/audit/keep-record.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import { conflict } from '#bff/kit/lib/api-error.ts';
import type { NewRate } from '#core/finance/rates/rates.ts';
import { BASE_CURRENCY } from '#core/kernel/money/currencies.ts';
import { judge, needsSecond } from './judge-rates.ts';
import { keepRates } from './rate-store.ts';
import { aheadOf, MAX_NAMED, replaced, seenOf, unlikeFirstOf } from './rate-words.ts';
import { announce, type Deps, propose, recordOf, type WaitingRates } from './waiting-rates.ts';

type Asked = {
  readonly rates: readonly NewRate[];
  readonly source: WaitingRates['source'];
  readonly actor: AdministratorActor;
  /** The administrator has seen what is far from the last rate, replaces one of the same day, or is of days to come. */
  readonly isConfirmed: boolean;
  /** Of the request that waits. */
  readonly requestId: string;
  newId(rate: NewRate): string;
};
/** `waits`: what a second administrator has to confirm; empty where the rates were recorded. */
export type Recorded = { readonly fresh: readonly NewRate[]; readonly waits: string };

/**
 * Records rates and returns the new ones. A rate that is recorded already changes nothing. All of them wait for a second administrator where
 * one is far from the last, or replaces one of the same day, and where one is the first of its currency.
 * @throws ApiError 409 where a file differs from what is recorded, the administrator has to look first, or another one's request waits:
 * nothing was recorded
 */
export async function recordRates(
  deps: Deps,
  { rates, source, actor, isConfirmed, requestId, newId }: Asked,
): Promise<Recorded> {
  const { clock } = deps;
  const recorded = await recordedTransaction(deps, actor, async (transaction, record) => {
    const judged = await judge(transaction, rates);
    const { fresh, differing } = judged;
    if (differing.length > 0 && source === 'ecb') {
      throw conflict(
        'rate_differs',
        `What is recorded differs from the file: ${replaced(differing)}. Nothing was imported. Where the file is right, record its rate by hand.`,
      );
    }
    if (judged.far.length > MAX_NAMED) {
      throw conflict(
        'too_many_far',
        `${judged.far.length} rates of the file are far from the last ones, and a second administrator has to see each. Nothing was imported. Import the file of one day first.`,
      );
    }
    const seen = seenOf(judged);
    const takesTwo = await needsSecond({ ...deps, database: transaction }, actor, judged);
    const questions = [
      ...(seen === '' ? [] : [seen]),
      ...(takesTwo ? ['A second administrator has to confirm it.'] : []),
      ...unlikeFirstOf(judged),
      ...(source === 'ecb' ? aheadOf(fresh, clock()) : []),
    ];
    if (questions.length > 0 && !isConfirmed) {
      throw conflict('confirm_rate', `${questions.join(' ')} Nothing was recorded yet.`);
    }
    if (fresh.length === 0) return { fresh, waits: '' };
    if (takesTwo) {
      await propose(deps, transaction, record, actor, { requestId, waiting: { source, rates: [...fresh], seen } });
      return { fresh: [], waits: seen };
    }
    await keepRates(
      transaction,
      fresh.map((rate) => ({ ...rate, id: newId(rate) })),
      { source, by: actor.administratorId, at: clock() },
    );
    await record(...recordOf({ source, rates: fresh }));
    return { fresh, waits: '' };
  });
  if (recorded.waits !== '') await announce(deps, actor, requestId, recorded.waits);
  return recorded;
}

/** What an administrator reads of it. */
export function recordedText({ fresh, waits }: Recorded): string {
  const [only] = fresh;
  if (waits !== '') return 'It waits for a second administrator. Nothing is recorded before.';
  if (!only) return 'Nothing is new: every rate is recorded already.';
  if (fresh.length > 1) return `${fresh.length} rates recorded`;
  return `1 ${only.currency} = ${only.rate} ${BASE_CURRENCY} from ${only.from}: recorded`;
}
