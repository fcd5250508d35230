import type { RecordedLedgerEvent } from '../events.ts';
import { formatMoney, type Money } from '../kernel/money.ts';

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
  if (typeof data.month === 'string') parts.push(data.month);
  if (typeof data.reason === 'string') parts.push(data.reason);
  if (isDocument(data.document)) parts.push(data.document.number);
  if (typeof data.number === 'string') parts.push(data.number);
  if (typeof data.reference === 'string') parts.push(data.reference);
  if (typeof data.action === 'string') parts.push(data.action);
  if (isSubject(data.subject)) parts.push(`${data.subject.kind} ${data.subject.id}`);
  if (typeof data.basisPoints === 'number') parts.push(`${data.basisPoints / 100} %`);
  if (typeof data.codes === 'number') parts.push(`${data.codes} codes`);
  if (typeof data.currency === 'string' && parts.length === 0) parts.push(data.currency);
  return parts.join(' · ');
}

/** `RegisterCustomer` → `register customer` */
const words = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .trim();

function isMoney(value: unknown): value is Money {
  return typeof value === 'object' && value !== null && 'amount' in value && typeof value.amount === 'bigint';
}
function isDocument(value: unknown): value is { number: string } {
  return typeof value === 'object' && value !== null && 'number' in value && typeof value.number === 'string';
}
function isSubject(value: unknown): value is { kind: string; id: string } {
  return typeof value === 'object' && value !== null && 'kind' in value && 'id' in value;
}
