import { recordedTransaction } from '#bff/identity/audit/keep-record.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import { conflict } from '#bff/kit/lib/api-error.ts';
import { lock } from '#bff/kit/tables/lock.ts';
import type { AdminAction } from '#core/aggregates/admin/events.ts';
import { distanceText, judgeRates, type NewRate, sinceText } from '#core/finance/rates/rates.ts';
import { BASE_CURRENCY } from '#core/kernel/money/currencies.ts';
import type { RateSource } from '#core/kernel/money/rate-sources.ts';
import { keepRates, knownRates } from './rate-store.ts';

/** Limit of rates named in a message. */
const MAX_NAMED = 3;

type Far = ReturnType<typeof judgeRates>['far'][number];

type Asked = {
  readonly rates: readonly NewRate[];
  readonly source: Exclude<RateSource, 'configuration'>;
  readonly actor: AdministratorActor;
  /** Somebody has confirmed a rate that is far from the last one, or that replaces one of the same day. */
  readonly isConfirmed: boolean;
  newId(rate: NewRate): string;
  /** None where nothing is new. */
  readonly recordedAs: readonly [action: AdminAction, about: string];
};

/**
 * Records rates and returns the new ones. A rate that is recorded already changes nothing.
 * @throws ApiError 409 where a day has another rate, or somebody has to confirm one that is far from the last: nothing was recorded
 */
export async function recordRates(
  deps: Pick<BffDeps, 'database' | 'clock' | 'ledger' | 'logger'>,
  { rates, source, actor, isConfirmed, newId, recordedAs: [action, about] }: Asked,
): Promise<readonly NewRate[]> {
  const { clock } = deps;
  return recordedTransaction(deps, actor, async (transaction, record) => {
    // One after the other: what is read below is all there is.
    await lock(transaction, 'rates');
    const currencies = [...new Set(rates.map(({ currency }) => currency))];
    const { fresh, differing, far } = judgeRates(rates, await knownRates(transaction, currencies));
    if (differing.length > 0 && (source === 'ecb' || !isConfirmed)) {
      const known = listed(
        differing.map(
          ({ wanted, kept }) => `${kept.currency} ${sinceText(kept.from)} is ${kept.rate}, not ${wanted.rate}`,
        ),
      );
      throw source === 'ecb'
        ? conflict(
            'rate_differs',
            `What is recorded differs from the file: ${known}. Nothing was imported. Where the file is right, record its rate by hand.`,
          )
        : conflict(
            'confirm_rate',
            `Recorded already: ${known}. The one of before stays on record. Nothing was recorded yet.`,
          );
    }
    const questions = isConfirmed ? [] : questionsOf(far, source === 'ecb' ? fresh : [], clock());
    if (questions.length > 0) throw conflict('confirm_rate', `${questions.join(' ')} Nothing was recorded yet.`);
    if (fresh.length === 0) return fresh;
    await keepRates(
      transaction,
      fresh.map((rate) => ({ ...rate, id: newId(rate) })),
      { source, by: actor.administratorId, at: clock() },
    );
    await record(action, ['rates', about], factsOf(fresh));
    return fresh;
  });
}

/** What somebody has to confirm: rates far from the last ones, and those of a file that are of days to come. */
function questionsOf(far: readonly Far[], ofFile: readonly NewRate[], now: Date): string[] {
  const named = far.map(
    ({ wanted, last }) =>
      `${wanted.currency} from ${wanted.from}: ${distanceText(wanted.rate, last.rate)} (${sinceText(last.from)})`,
  );
  const today = now.toISOString().slice(0, 10);
  const ahead = ofFile.filter(({ from }) => from > today).map(({ currency, from }) => `${currency} from ${from}`);
  return [
    ...(named.length > 0 ? [`Far from the last rate: ${listed(named)}.`] : []),
    ...(ahead.length > 0 ? [`The file is of days to come: ${listed(ahead)}.`] : []),
  ];
}

const listed = (texts: readonly string[]): string =>
  texts.length > MAX_NAMED
    ? `${texts.slice(0, MAX_NAMED).join('; ')}; and ${texts.length - MAX_NAMED} more`
    : texts.join('; ');

function factsOf(fresh: readonly NewRate[]): Record<string, string> {
  const days = fresh.map(({ from }) => from).sort();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const [only] = fresh;
  return {
    rates: String(fresh.length),
    ...(first === last ? { from: first } : { from: first, to: last }),
    ...(fresh.length === 1 && only ? { currency: only.currency, rate: only.rate } : {}),
  };
}

export function recordedText(fresh: readonly NewRate[]): string {
  const [only] = fresh;
  if (!only) return 'Nothing is new: every rate is recorded already.';
  if (fresh.length > 1) return `${fresh.length} rates recorded`;
  return `1 ${only.currency} = ${only.rate} ${BASE_CURRENCY} from ${only.from}: recorded`;
}
