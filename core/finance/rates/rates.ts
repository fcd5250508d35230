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
export type KnownRate = Pick<NewRate, 'currency' | 'from' | 'rate'>;

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

/** The wanted rates that are new, that differ from the stored one of their day, and that are far from the last one. */
export function judgeRates(wanted: readonly NewRate[], known: readonly KnownRate[]) {
  const timeline = new Map<Currency, KnownRate[]>();
  for (const rate of [...known].sort(byDay))
    timeline.set(rate.currency, [...(timeline.get(rate.currency) ?? []), rate]);
  const fresh: NewRate[] = [];
  const differing: { readonly wanted: NewRate; readonly kept: KnownRate }[] = [];
  const far: { readonly wanted: NewRate; readonly last: KnownRate }[] = [];
  for (const rate of [...wanted].sort(byDay)) {
    const ofCurrency = timeline.get(rate.currency) ?? [];
    const kept = ofCurrency.findLast(({ from }) => from === rate.from);
    if (kept?.rate === rate.rate) continue;
    if (kept) differing.push({ wanted: rate, kept });
    fresh.push(rate);
    const last = ofCurrency.findLast(({ from }) => from < rate.from);
    if (last && isFar(rate.rate, last.rate)) far.push({ wanted: rate, last });
    timeline.set(rate.currency, [...ofCurrency, rate].sort(byDay));
  }
  return { fresh, differing, far };
}

const byDay = (one: KnownRate, other: KnownRate): number =>
  one.from < other.from ? -1 : one.from > other.from ? 1 : 0;

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
