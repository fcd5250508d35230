import { z } from 'zod';
import { allAt, parseXml } from '#core/finance/bank/statements/xml.ts';
import { DomainError } from '#core/kernel/errors.ts';
import { BASE_CURRENCY, type Currency } from '#core/kernel/money/currencies.ts';
import { RATED_CURRENCIES } from '#core/kernel/money/dated-rates.ts';
import { parseRatio } from '#core/kernel/money/rates.ts';
import { type NewRate, rateText } from './rates.ts';

/** The European Central Bank gives its rates as units of each other currency for one of this. */
const ECB_BASE = 'EUR';

/**
 * The rates of the ECB's public XML (one day, 90 days, or all of them) for the currencies of the store, converted to
 * the worth of one unit in the base currency.
 * @throws DomainError invalid_value
 */
export function readEcb(text: string, offered: readonly Currency[]): NewRate[] {
  const days = allAt(parseXml(text), 'Envelope/Cube/Cube').filter(({ attributes }) => attributes.time !== undefined);
  if (days.length === 0) {
    throw unreadable(
      'The file holds no rates: the XML of the European Central Bank is expected (eurofxref-daily.xml).',
    );
  }
  const wanted = RATED_CURRENCIES.filter((code) => offered.includes(code));
  return days.flatMap(({ attributes, children }) => {
    const from = attributes.time ?? '';
    if (!z.iso.date().safeParse(from).success) throw unreadable(`"${from.slice(0, 40)}" is no day.`);
    const negative = children.find(({ attributes: { rate = '' } }) => rate.trim().startsWith('-'));
    if (negative) {
      const { currency = '', rate = '' } = negative.attributes;
      throw unreadable(`The rate of ${currency.slice(0, 40)} on ${from} is negative (${rate.slice(0, 40)}).`);
    }
    const published = new Map(children.map((cube) => [cube.attributes.currency ?? '', cube.attributes.rate ?? '']));
    return wanted.flatMap((currency) => rateOf(currency, from, published));
  });
}

/** None when the bank has no rate for that currency. */
function rateOf(currency: Currency, from: string, published: ReadonlyMap<string, string>): NewRate[] {
  const ofBase = published.get(BASE_CURRENCY);
  if (ofBase === undefined) throw unreadable(`There is no rate of ${BASE_CURRENCY} on ${from}.`);
  const base = parseRatio(ofBase);
  if (currency === ECB_BASE) return [{ currency, from, rate: rateText(base), quote: '' }];
  const own = published.get(currency);
  if (own === undefined) return [];
  const { numerator, denominator } = parseRatio(own);
  if (numerator === 0n) throw unreadable(`The rate of ${currency} on ${from} is zero.`);
  const rate = rateText({ numerator: base.numerator * denominator, denominator: base.denominator * numerator });
  return [{ currency, from, rate, quote: `1 ${ECB_BASE} = ${own} ${currency} = ${ofBase} ${BASE_CURRENCY}` }];
}

const unreadable = (message: string) => new DomainError('invalid_value', message);
