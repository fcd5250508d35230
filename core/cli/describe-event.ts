import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { formatMoney, type Money } from '#core/kernel/money/money.ts';

/** One line about an event for people: what moved, under which number. Sealed texts are never shown. */
export function describeEvent(event: RecordedLedgerEvent): string {
  const data: Readonly<Record<string, unknown>> = event.data;
  const parts: string[] = [];
  for (const key of ['amount', 'approvedAmount', 'total', 'limit', 'fee', 'conversionFee'] as const) {
    const value = data[key];
    if (isMoney(value) && (value.amount !== 0n || key === 'limit')) {
      parts.push(key === 'amount' ? formatMoney(value) : `${words(key)} ${formatMoney(value)}`);
    }
  }
  const { document, subject } = data;
  const texts = [data.month, data.reason, isDocument(document) && document.number, data.number, data.reference];
  for (const text of [...texts, data.action]) if (typeof text === 'string') parts.push(text);
  if (isSubject(subject)) parts.push(`${subject.kind} ${subject.id}`);
  if (typeof data.basisPoints === 'number') parts.push(`${data.basisPoints / 100} %`);
  if (typeof data.codes === 'number') parts.push(data.codes === 1 ? '1 code' : `${data.codes} codes`);
  if (typeof data.currency === 'string' && parts.length === 0) parts.push(data.currency);
  return parts.join(' · ');
}

/** `conversionFee` → `conversion fee` */
const words = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function isMoney(value: unknown): value is Money {
  return typeof value === 'object' && value !== null && 'amount' in value && typeof value.amount === 'bigint';
}
function isDocument(value: unknown): value is { number: string } {
  return typeof value === 'object' && value !== null && 'number' in value && typeof value.number === 'string';
}
function isSubject(value: unknown): value is { kind: string; id: string } {
  return typeof value === 'object' && value !== null && 'kind' in value && 'id' in value;
}
