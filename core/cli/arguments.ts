import { InvalidArgumentError } from 'commander';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
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
  const moment = new Date(isDay ? `${text}T00:00:00.000Z` : text);
  const isReal = !Number.isNaN(moment.getTime()) && (!isDay || moment.toISOString().startsWith(text));
  if (!isReal || !/^\d{4}-\d{2}-\d{2}/.test(text)) {
    throw new InvalidArgumentError('Expected a day such as 2026-03-31, or a moment such as 2026-03-31T14:00:00Z.');
  }
  return isDay ? new Date(moment.getTime() + offsetMs) : moment;
}

export function parseLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isSafeInteger(limit) || limit < 1) throw new InvalidArgumentError('Expected a number above zero.');
  return limit;
}

export function parseAddress(text: string): string {
  if (!/^(esdb|kurrentdb)(\+discover)?:\/\//.test(text)) {
    throw new InvalidArgumentError('Expected an address such as esdb://ledger.example.com:2113?tls=true.');
  }
  return text;
}
