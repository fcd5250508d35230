import type { z } from 'zod';
import type { EventOf, EventSchemas, RecordedEvent, UpcastersOf } from '#core/kernel/log/event.ts';
import { createEventCodec } from '#core/kernel/log/event-codec.ts';
import type { Posting } from '#core/kernel/money/postings.ts';
import { AGGREGATES } from './aggregates.ts';

export type Category = keyof typeof AGGREGATES;
export type LedgerEvent = { [Name in Category]: EventOf<(typeof AGGREGATES)[Name]['events']> }[Category];
type EventType = LedgerEvent['type'];
type Recorded<Event> = Event extends LedgerEvent ? RecordedEvent<Event> : never;
export type RecordedLedgerEvent = Recorded<LedgerEvent>;

const ROWS = Object.values(AGGREGATES);
/** The stream categories, which are also the prefixes that subscriptions filter by. */
export const CATEGORIES: readonly Category[] = ROWS.map(({ category }) => category);
export const STREAM_PREFIXES = CATEGORIES.map((category) => `${category}-`);
export const TYPES_OF = Object.fromEntries(
  ROWS.map(({ category, events }) => [category, Object.keys(events) as readonly EventType[]]),
) as Readonly<Record<Category, readonly EventType[]>>;

/** Every event of the ledger by its type name. Projections, processes and the command line parse with it. */
export const ledgerEvents: Readonly<Record<EventType, z.ZodObject>> = Object.assign(
  {},
  ...ROWS.map(({ events }) => events),
);
const UPCASTERS: UpcastersOf<EventSchemas> = Object.assign({}, ...ROWS.map(({ upcasters }) => upcasters));
/** By the event's type: see `readNewer` of its aggregate. */
const READERS = Object.fromEntries(
  ROWS.flatMap(({ events, readNewer }) => (readNewer ? Object.keys(events).map((type) => [type, readNewer]) : [])),
);
/** Reads and writes every event of the ledger, in whatever version it is stored. */
export const ledgerCodec = createEventCodec<RecordedLedgerEvent>(ledgerEvents, UPCASTERS, READERS);

/** The newest version of each event that this program reads and writes. */
export const EVENT_VERSIONS: Readonly<Record<string, number>> = Object.fromEntries(
  Object.keys(ledgerEvents).map((type) => [type, ledgerCodec.versionOf(type)]),
);

type WithPostings<Data> = string extends keyof Data ? never : 'postings' extends keyof Data ? unknown : never;
type Booked<Event> = Event extends { readonly data: infer Data } ? Event & WithPostings<Data> : never;
const BOOKED: ReadonlySet<string> = new Set(
  Object.entries(ledgerEvents).flatMap(([type, { shape }]) => ('postings' in shape ? [type] : [])),
);
/** Whether it is an event that books: its schema has postings, which some leave out where nothing is due. */
export const mayBook = <Event extends { readonly type: string }>(
  event: Event,
): event is Extract<Event, { readonly type: Booked<LedgerEvent>['type'] }> => BOOKED.has(event.type);
export const postingsOf = (event: LedgerEvent): readonly Posting[] => (mayBook(event) && event.data.postings) || [];
