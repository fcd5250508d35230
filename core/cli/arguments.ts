import { InvalidArgumentError } from 'commander';
import { type Currency, isCurrency } from '#core/kernel/money/currencies.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** ISO 8601 to the minute, second or a part of it; without a zone it is UTC, as all times that are printed. */
const MOMENT = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2})?(\.\d{1,3})?(Z|[+-]\d{2}:\d{2})?$/;
const MS_PER_DAY = 24 * 60 * 60 * 1000;

/** A day (its first moment, UTC) or a moment. */
export function parseFrom(text: string): Date {
  return parseMoment(text, 0);
}

/** A day (its last millisecond, UTC) or a moment. */
export function parseUntil(text: string): Date {
  return parseMoment(text, MS_PER_DAY - 1);
}

function parseMoment(text: string, offsetMs: number): Date {
  const isDay = DAY.test(text);
  const parts = MOMENT.exec(isDay ? `${text}T00:00` : text);
  const [, minute, seconds = ':00', fraction = '', zone = 'Z'] = parts ?? [];
  const written = `${minute}${seconds}${fraction === '' ? '' : fraction.padEnd(4, '0')}`;
  const moment = new Date(`${written}${zone}`);
  // Days and times that do not exist, such as 30 February, come back as others.
  const same = new Date(`${written}Z`);
  if (Number.isNaN(moment.getTime()) || Number.isNaN(same.getTime()) || !same.toISOString().startsWith(written)) {
    const why = parts ? 'It does not exist. ' : '';
    throw new InvalidArgumentError(
      `${why}Expected a day such as 2026-03-31, or a moment such as 2026-03-31T14:00:00Z.`,
    );
  }
  return isDay ? new Date(moment.getTime() + offsetMs) : moment;
}

export function parseLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isSafeInteger(limit) || limit < 1) throw new InvalidArgumentError('Expected a number above zero.');
  return limit;
}

/** A code, in small letters, too. */
export function parseCurrency(text: string): Currency {
  const code = text.toUpperCase();
  if (!isCurrency(code)) throw new InvalidArgumentError('Expected a currency, such as EUR.');
  return code;
}

export function parseAddress(text: string): string {
  if (!/^(esdb|kurrentdb)(\+discover)?:\/\//.test(text)) {
    throw new InvalidArgumentError('Expected an address such as esdb://ledger.example.com:2113?tls=true.');
  }
  return text;
}
