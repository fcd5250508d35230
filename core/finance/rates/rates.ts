import { DomainError } from '#core/kernel/errors.ts';
import type { Currency } from '#core/kernel/money/currencies.ts';
import { FIRST_DAY } from '#core/kernel/money/rate-sources.ts';
import { multiplyHalfEven, parseRatio, type Ratio } from '#core/kernel/money/rates.ts';

const RATE_DECIMALS = 9;
const MAX_UNIT_DIGITS = 6;

export type NewRate = {
  readonly currency: Currency;
  readonly from: string;
  /** In the form of {@link rateText}. */
  readonly rate: string;
  /** The published rate that this one is computed from; otherwise ''. */
  readonly quote: string;
};
/** `isTrusted`: the European Central Bank or two administrators gave it. `place`: the order in which they were recorded. */
export type KnownRate = Pick<NewRate, 'currency' | 'from' | 'rate'> & {
  readonly isTrusted: boolean;
  readonly place: number;
};

const ONE = 10n ** BigInt(RATE_DECIMALS);

/** The stored form of a rate: at most nine decimals, without trailing zeros. @throws DomainError invalid_value */
export function rateText(ratio: Ratio): string {
  const scaled = multiplyHalfEven(ONE, ratio);
  const units = `${scaled / ONE}`;
  if (scaled <= 0n || units.length > MAX_UNIT_DIGITS) {
    throw new DomainError('invalid_value', 'A rate lies above zero and below a million.', { field: 'rate' });
  }
  const decimals = `${scaled % ONE}`.padStart(RATE_DECIMALS, '0').replace(/0+$/, '');
  return decimals === '' ? units : `${units}.${decimals}`;
}

/**
 * The wanted rates that are new, that differ from the stored one of their day, and that are far: from the last one, or from the last stored
 * one that is trusted, so that many small steps of one administrator count together. Where none is trusted yet, the one that was recorded
 * first stands for it, whatever its day: another one would move it by rates of earlier days. `unlikeFirst`: far from the configuration's alone,
 * which no market gave. `first`: there is nothing to compare it with.
 */
export function judgeRates(wanted: readonly NewRate[], known: readonly KnownRate[]) {
  const sorted = [...known].sort(byDay);
  const timeline = new Map<Currency, Compared[]>(Map.groupBy(sorted, ({ currency }) => currency));
  const stored = Map.groupBy(sorted.filter(isRecorded), ({ currency }) => currency);
  const fresh: NewRate[] = [];
  const differing: { readonly wanted: NewRate; readonly kept: Compared }[] = [];
  const far: { readonly wanted: NewRate; readonly last: Compared }[] = [];
  const unlikeFirst: typeof far = [];
  const first: NewRate[] = [];
  for (const rate of [...wanted].sort(byDay)) {
    const ofCurrency = timeline.get(rate.currency) ?? [];
    const kept = ofCurrency.findLast(({ from }) => from === rate.from);
    if (kept?.rate === rate.rate) continue;
    if (kept) differing.push({ wanted: rate, kept });
    fresh.push(rate);
    if (ofCurrency.length === 0) first.push(rate);
    const last = ofCurrency.findLast(({ from }) => from < rate.from);
    const farFrom = [last, trustedOf(rate, stored.get(rate.currency) ?? [])].flatMap((each) =>
      each && isFar(rate.rate, each.rate) ? [each] : [],
    );
    const other = farFrom.find(isRecorded) ?? farFrom[0];
    if (other) (isRecorded(other) ? far : unlikeFirst).push({ wanted: rate, last: other });
    timeline.set(rate.currency, [...ofCurrency, rate].sort(byDay));
  }
  return { fresh, differing, far, unlikeFirst, first };
}

/** What a rate of this day is held against besides the last one; `stored` by day. */
function trustedOf({ from: day }: NewRate, stored: readonly KnownRate[]): KnownRate | undefined {
  const trusted = stored.filter(({ isTrusted }) => isTrusted);
  const [oldest] = stored.toSorted((one, other) => one.place - other.place);
  return trusted.findLast(({ from }) => from < day) ?? trusted[0] ?? oldest;
}

type Compared = Pick<NewRate, 'currency' | 'from' | 'rate'>;

const byDay = (one: Compared, other: Compared): number => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0);

/** Not of the configuration. */
const isRecorded = ({ from }: Compared): boolean => from !== FIRST_DAY;

/** In billionths. */
const scaledOf = (rate: string): bigint => multiplyHalfEven(ONE, parseRatio(rate));

/** More than a tenth from the last one. */
function isFar(rate: string, last: string): boolean {
  const difference = scaledOf(rate) - scaledOf(last);
  return 10n * (difference < 0n ? -difference : difference) > scaledOf(last);
}

/** '1.31 is 19.1 % above 1.1': both rates, and the distance between them. */
export function distanceText(rate: string, last: string): string {
  const [now, before] = [scaledOf(rate), scaledOf(last)];
  const perMille = multiplyHalfEven(1_000n, {
    numerator: now < before ? before - now : now - before,
    denominator: before,
  });
  return `${rate} is ${perMille / 10n}.${perMille % 10n} % ${now < before ? 'below' : 'above'} ${last}`;
}

export const sinceText = (from: string): string => (from === FIRST_DAY ? 'of the configuration' : `from ${from}`);
