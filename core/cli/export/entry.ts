import type { RecordedLedgerEvent } from '../../events.ts';
import type { EventStore } from '../../kernel/event-store.ts';
import { postingsOf } from '../books.ts';
import { createDocumentNumbers } from '../document-numbers.ts';
import type { DayOf } from '../replay.ts';

/** One booked event, as every format tells of it. */
export type Entry = {
  /** The day that it is booked on, UTC. */
  readonly date: string;
  readonly words: string;
  /** The paper's number; empty where there is none. */
  readonly document: string;
  /** What leads back to the ledger, by name. */
  readonly links: readonly (readonly [name: string, value: string])[];
  readonly postings: ReturnType<typeof postingsOf>;
};

/** Makes the entries of a book, asked for in the order of the log. */
export function createEntries(store: EventStore, valueDayOf: DayOf | undefined) {
  const numberOf = createDocumentNumbers(store);
  return async (event: RecordedLedgerEvent): Promise<Entry> => entryOf(event, valueDayOf, await numberOf(event));
}

function entryOf(event: RecordedLedgerEvent, valueDayOf: DayOf | undefined, document: string): Entry {
  const data: Readonly<Record<string, unknown>> = event.data;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const links = [
    ['event', event.id],
    ['position', `${event.position}`],
    ['stream', event.streamId],
    ['revision', `${event.revision}`],
    ['document', document],
    ['reference', text(data.reference)],
    ['hold', text(data.holdId)],
    ['valued', text(data.valueDate)],
    ['correlation', event.metadata.correlationId],
  ] as const;
  return {
    date: valueDayOf?.(event) ?? event.metadata.time.slice(0, 'YYYY-MM-DD'.length),
    words: [wordsOf(event.type), text(data.reason)].filter(Boolean).join(': '),
    document,
    links: links.filter(([, value]) => value !== ''),
    postings: postingsOf(event),
  };
}

/** `WalletCredited` → `Wallet credited` */
const wordsOf = (type: string): string => type.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
