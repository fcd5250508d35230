import { postingsOf, type RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { createDocumentNumbers } from '#core/cli/document-numbers.ts';
import type { Within } from '#core/cli/options.ts';
import { type DayOf, datingBy, isWithin, type Log, replayBooked } from '#core/cli/replay.ts';

/** One booked event, as every format writes it. */
export type Entry = {
  /** The day that it is booked on, UTC. */
  readonly date: string;
  readonly words: string;
  /** The paper's number; empty where there is none. */
  readonly document: string;
  /** Names and values that lead back to the ledger. */
  readonly links: readonly (readonly [name: string, value: string])[];
  readonly postings: ReturnType<typeof postingsOf>;
};

export type Range = Omit<Within, 'format'> & {
  /** A file with account numbers, for the formats that need some. */
  readonly settings?: string;
};

export type BookedEntry = { readonly event: RecordedLedgerEvent; readonly entry: Entry; readonly isBefore: boolean };

/** The entries of a book in the order of the log. `withEarlier` includes those before its first day. */
export async function* readEntries(
  log: Log,
  { from, to, by }: Range,
  { withEarlier = false } = {},
): AsyncGenerator<BookedEntry> {
  const valueDayOf = await datingBy(log.store, by);
  const numberOf = createDocumentNumbers(log.store);
  for await (const event of replayBooked(log)) {
    const isBefore = !isWithin(event, from, undefined, valueDayOf);
    if ((isBefore && !withEarlier) || !isWithin(event, undefined, to, valueDayOf)) continue;
    yield { event, entry: entryOf(event, valueDayOf, await numberOf(event)), isBefore };
  }
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
