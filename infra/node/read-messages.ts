/** The messages of reads and subscriptions, which the client generated from EventStoreDB's definitions. */
import shared from '#eventstore-client/generated/shared_pb.js';
import type { ReadReq, ReadResp } from '#eventstore-client/generated/streams_pb.js';
import streams from '#eventstore-client/generated/streams_pb.js';
import { LOG } from './access-lists.ts';
import { invalidArgument } from './errors.ts';
import type { StoredEvent } from './event.ts';
import { parseStreamName } from './names.ts';
import type { Filter } from './store.ts';

export type ReadRequest = {
  /** The log is the stream `$all`. */
  readonly stream: string;
  /** A revision or position, or one of the ends. */
  readonly from: 'start' | 'end' | number;
  readonly backwards: boolean;
  /** The most events; a subscription has none, because it continues. */
  readonly limit: number | undefined;
  readonly filter: Filter | undefined;
  /** A filtered subscription reports its position after this many searched events. */
  readonly checkpointEvery: number;
};

/** What a read sends, a page at a time. */
export type Answers = AsyncGenerator<readonly (StoredEvent | ReadResp)[]>;

const BACKWARDS = 1;
/** EventStoreDB searches this many events at once by default. */
const DEFAULT_SEARCH_WINDOW = 32;
const TICKS_AFTER_MS = '0000';

/** @throws INVALID_ARGUMENT for what EventStoreDB refuses, and for what this node does not have */
export function parseReadRequest(request: ReadReq): ReadRequest {
  const options = request.getOptions();
  const [stream, all] = [options?.getStream(), options?.getAll()];
  const place = stream ?? all;
  if (!options || !place) throw invalidArgument('A read is of a stream or of $all.');
  const isSubscription = options.hasSubscription();
  if (isSubscription === options.hasCount()) throw invalidArgument('A read has a count or is a subscription.');
  const backwards = options.getReadDirection() === BACKWARDS;
  if (isSubscription && (stream || backwards)) {
    throw invalidArgument('A subscription is to $all, forwards: filter it by the name of a stream.');
  }
  const exact = stream ? stream.getRevision() : all?.getPosition()?.getCommitPosition();
  const filter = options.getFilter();
  const window = filter?.hasMax() ? filter.getMax() : DEFAULT_SEARCH_WINDOW;
  return {
    stream: stream ? parseStreamName(stream.getStreamIdentifier()) : LOG,
    from: place.hasStart() ? 'start' : place.hasEnd() ? 'end' : parseNumber(exact),
    backwards,
    limit: isSubscription ? undefined : parseNumber(options.getCount()),
    filter: filter && parseFilter(filter),
    checkpointEvery: Math.max(1, window) * Math.max(1, filter?.getCheckpointintervalmultiplier() ?? 1),
  };
}

function parseFilter(filter: ReadReq.Options.FilterOptions): Filter {
  const names = filter.getStreamIdentifier() ?? filter.getEventType();
  if (names?.getRegex() !== '') {
    throw invalidArgument('A filter is on prefixes of stream names or of event types.');
  }
  return { on: filter.hasStreamIdentifier() ? 'stream' : 'type', prefixes: names.getPrefixList() };
}

/** Unsigned 64-bit numbers arrive as text. A number above any position or revision means "beyond the end". */
function parseNumber(text: string | undefined): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw invalidArgument(`'${text}' is not a position or a count.`);
  return Math.min(value, Number.MAX_SAFE_INTEGER);
}

export function eventMessage(event: StoredEvent): ReadResp {
  const id = new shared.UUID();
  id.setString(event.id);
  const position = String(event.position);
  const record = new streams.ReadResp.ReadEvent.RecordedEvent();
  record.setId(id);
  record.setStreamIdentifier(identifierOf(event.stream));
  record.setStreamRevision(String(event.revision));
  record.setPreparePosition(position);
  record.setCommitPosition(position);
  const properties = record.getMetadataMap();
  properties.set('type', event.type);
  properties.set('created', event.createdMs + TICKS_AFTER_MS);
  properties.set('content-type', event.isJson ? 'application/json' : 'application/octet-stream');
  record.setCustomMetadata(event.metadata);
  record.setData(event.data);
  const read = new streams.ReadResp.ReadEvent();
  read.setEvent(record);
  read.setCommitPosition(position);
  return new streams.ReadResp().setEvent(read);
}

export function streamNotFound(stream: string): ReadResp {
  const message = new streams.ReadResp.StreamNotFound();
  message.setStreamIdentifier(identifierOf(stream));
  return new streams.ReadResp().setStreamNotFound(message);
}

export function confirmation(subscriptionId: string): ReadResp {
  const message = new streams.ReadResp.SubscriptionConfirmation();
  message.setSubscriptionId(subscriptionId);
  return new streams.ReadResp().setConfirmation(message);
}

export function checkpoint(position: number): ReadResp {
  const message = new streams.ReadResp.Checkpoint();
  message.setCommitPosition(String(position));
  message.setPreparePosition(String(position));
  return new streams.ReadResp().setCheckpoint(message);
}

export const caughtUp = (): ReadResp => new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp());

function identifierOf(stream: string) {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream));
  return identifier;
}
