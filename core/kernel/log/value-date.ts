import { DomainError } from '#core/kernel/errors.ts';
import type { RecordedEvent } from './event.ts';

/** The field as events and commands carry it: absent when there is no value date. */
export const datedBy = (valueDate: string | undefined): { readonly valueDate?: string } =>
  valueDate === undefined ? {} : { valueDate };

/** The same for the bank's line. */
export const fromLine = (bankLineId: string | undefined): { readonly bankLineId?: string } =>
  bankLineId === undefined ? {} : { bankLineId };

/** The day that an event counts from by value date: its own, else the day it was recorded (UTC). */
export function valueDayOf({ data, metadata }: RecordedEvent): string {
  const isDated = typeof data === 'object' && data !== null && 'valueDate' in data;
  return isDated && typeof data.valueDate === 'string' ? data.valueDate : metadata.time.slice(0, 10);
}

/** @throws DomainError invalid_value for a value date after the day of `time` (ISO 8601, UTC) */
export function requirePast(valueDate: string, time: string): void {
  if (valueDate <= time.slice(0, 10)) return;
  throw new DomainError('invalid_value', 'The value date cannot be in the future. Nothing was changed.', {
    field: 'valueDate',
  });
}
