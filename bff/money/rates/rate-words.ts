import { distanceText, type NewRate, sinceText } from '#core/finance/rates/rates.ts';
import { BASE_CURRENCY, CURRENCIES } from '#core/kernel/money/currencies.ts';
import { type Currency, formatMoney, money } from '#core/kernel/money/money.ts';
import { convert } from '#core/kernel/money/rates.ts';
import type { Judged } from './judge-rates.ts';

/** Limit of rates that a request names, because the second administrator sees each of them. */
export const MAX_NAMED = 20;

/** What a second administrator confirms, in words; empty where nothing takes one. */
export function seenOf({ differing, far, first }: Judged): string {
  return [
    ...first.map(firstText),
    ...(differing.length > 0 ? [`Recorded already: ${replaced(differing)}. The one of before stays on record.`] : []),
    ...(far.length > 0 ? [`Far from the last rate: ${distances(far)}.`] : []),
  ].join(' ');
}

/** What the administrator alone is asked about: no market gave the rate of the configuration. */
export const unlikeFirstOf = ({ unlikeFirst }: Judged): string[] =>
  unlikeFirst.length > 0 ? [`Far from the rate that holds until one is recorded: ${distances(unlikeFirst)}.`] : [];

/** Nothing is there to compare it with, so a rate the wrong way round shows in amounts. */
function firstText({ currency, rate }: NewRate): string {
  const of = (units: bigint, from: Currency, to: Currency): string => {
    const amount = money(units * 10n ** BigInt(CURRENCIES[from].digits), from);
    return `${formatMoney(amount)} are ${formatMoney(convert(amount, to, { [currency]: rate, [BASE_CURRENCY]: '1' }))}`;
  };
  return `The first rate of ${currency}: ${of(100n, currency, BASE_CURRENCY)}, and ${of(100n, BASE_CURRENCY, currency)}.`;
}

const distances = (far: Judged['far']): string =>
  listed(
    far.map(
      ({ wanted, last }) =>
        `${wanted.currency} from ${wanted.from}: ${distanceText(wanted.rate, last.rate)} (${sinceText(last.from)})`,
    ),
  );

export const replaced = (differing: Judged['differing']): string =>
  listed(
    differing.map(({ wanted, kept }) => `${kept.currency} ${sinceText(kept.from)} is ${kept.rate}, not ${wanted.rate}`),
  );

export function aheadOf(ofFile: readonly NewRate[], now: Date): string[] {
  const today = now.toISOString().slice(0, 10);
  const ahead = ofFile.filter(({ from }) => from > today).map(({ currency, from }) => `${currency} from ${from}`);
  return ahead.length > 0 ? [`The file is of days to come: ${listed(ahead)}.`] : [];
}

const listed = (texts: readonly string[]): string =>
  texts.length > MAX_NAMED
    ? `${texts.slice(0, MAX_NAMED).join('; ')}; and ${texts.length - MAX_NAMED} more`
    : texts.join('; ');
