import { InvalidArgumentError } from 'commander';
import { CATEGORIES } from '../events.ts';
import { isCanonicalUuid } from '../kernel/ids.ts';
import type { Format } from './table.ts';

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

/** `<uuid>` or `wallet-<uuid>` → `<uuid>` */
export function parseId(category: string) {
  return (text: string): string => {
    const id = text.toLowerCase().replace(new RegExp(`^${category}-`), '');
    if (!isCanonicalUuid(id)) {
      throw new InvalidArgumentError(`Expected the id of a ${category}, such as 0b8a6f4e-3c1d-4e5f-9a7b-2c3d4e5f6a7b.`);
    }
    return id;
  };
}

export function parseStream(text: string): string {
  const name = text.toLowerCase();
  const category = CATEGORIES.find((candidate) => name.startsWith(`${candidate}-`));
  if (!category || !isCanonicalUuid(name.slice(category.length + 1))) {
    throw new InvalidArgumentError(`Expected a stream such as wallet-<id>; streams are ${CATEGORIES.join(', ')}.`);
  }
  return name;
}

export function parseLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isSafeInteger(limit) || limit < 1) throw new InvalidArgumentError('Expected a number above zero.');
  return limit;
}

export type FormatOptions = { json?: boolean; csv?: boolean };
export const formatOf = ({ json, csv }: FormatOptions): Format => (json ? 'json' : csv ? 'csv' : 'table');
