import type { StoredEvent, Wanted } from '#core/kernel/log/event-store.ts';
import { parseUUID } from '#eventstore-client/dist/utils/grpcUUID.js';
import shared from '#eventstore-client/generated/shared_pb.js';
import type { ReadReq, ReadResp } from '#eventstore-client/generated/streams_pb.js';
import streams from '#eventstore-client/generated/streams_pb.js';

type Direction = 'forwards' | 'backwards';

/** EventStoreDB counts in 64 bits; this number means all. */
const ALL = Number.MAX_SAFE_INTEGER;
/** How often a filtered subscription reports a position when nothing matches, in multiples of the search window. */
const CHECKPOINT_INTERVAL = 1;
const MAX_SEARCH_WINDOW = 512;

/** From a revision (in a stream) on; without one from the oldest, or backwards from the newest. */
export function readStreamRequest(
  streamId: string,
  from: bigint | undefined,
  direction: Direction,
  maxCount = ALL,
): ReadReq {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(streamId));
  const stream = new streams.ReadReq.Options.StreamOptions();
  stream.setStreamIdentifier(identifier);
  if (from !== undefined) stream.setRevision(from.toString());
  else if (direction === 'forwards') stream.setStart(new shared.Empty());
  else stream.setEnd(new shared.Empty());
  const options = optionsOf(direction, maxCount);
  options.setStream(stream);
  return requestOf(options);
}

/** From a log position on, including its event; with `only`, the server leaves out all others. */
export function readAllRequest(from: bigint | undefined, direction: Direction, maxCount = ALL, only?: Wanted): ReadReq {
  const options = optionsOf(direction, maxCount);
  if (only) options.setFilter(filterOf(only));
  options.setAll(allFrom(from, direction));
  return requestOf(options);
}

export function subscribeRequest(after: bigint | null, prefixes: readonly string[]): ReadReq {
  const options = new streams.ReadReq.Options();
  options.setAll(allFrom(after ?? undefined, 'forwards'));
  options.setSubscription(new streams.ReadReq.Options.SubscriptionOptions());
  options.setFilter(filterOf({ streams: prefixes }));
  options.setUuidOption(uuidAsText());
  return requestOf(options);
}

function filterOf(wanted: Wanted) {
  const expression = new streams.ReadReq.Options.FilterOptions.Expression();
  const filter = new streams.ReadReq.Options.FilterOptions();
  if ('streams' in wanted) {
    expression.setPrefixList([...wanted.streams]);
    filter.setStreamIdentifier(expression);
  } else {
    expression.setPrefixList([...wanted.types]);
    filter.setEventType(expression);
  }
  filter.setMax(MAX_SEARCH_WINDOW);
  filter.setCheckpointintervalmultiplier(CHECKPOINT_INTERVAL);
  return filter;
}

function optionsOf(direction: Direction, maxCount: number) {
  const options = new streams.ReadReq.Options();
  options.setReadDirection(direction === 'forwards' ? 0 : 1);
  options.setCount(maxCount.toString());
  options.setNoFilter(new shared.Empty());
  options.setUuidOption(uuidAsText());
  return options;
}

function allFrom(from: bigint | undefined, direction: Direction) {
  const all = new streams.ReadReq.Options.AllOptions();
  if (from !== undefined) {
    const position = new streams.ReadReq.Options.Position();
    position.setCommitPosition(from.toString());
    position.setPreparePosition(from.toString());
    all.setPosition(position);
  } else if (direction === 'forwards') all.setStart(new shared.Empty());
  else all.setEnd(new shared.Empty());
  return all;
}

function uuidAsText() {
  const option = new streams.ReadReq.Options.UUIDOption();
  option.setString(new shared.Empty());
  return option;
}

function requestOf(options: InstanceType<typeof streams.ReadReq.Options>): ReadReq {
  const request = new streams.ReadReq();
  request.setOptions(options);
  return request;
}

/** One message of a read or a subscription; `other` is one that the product does not use. */
export type ReadResponse =
  | { readonly kind: 'event'; readonly event: StoredEvent }
  | { readonly kind: 'checkpoint'; readonly position: bigint }
  | { readonly kind: 'caught-up' }
  | { readonly kind: 'other' };

export type EventRecord = Pick<StoredEvent, 'id' | 'type' | 'streamId' | 'revision' | 'position'> & {
  readonly createdMs: number;
  readonly isJson: boolean;
  readonly data: Buffer;
  readonly metadata: Buffer;
};

export function responseOf(message: ReadResp): ReadResponse {
  const record = recordOf(message);
  if (record) return { kind: 'event', event: storedOf(record) };
  const checkpoint = message.getCheckpoint();
  if (checkpoint) {
    const position = BigInt(checkpoint.getCommitPosition());
    // Of an empty log EventStoreDB reports −1, as an unsigned number.
    return position > LAST_POSITION ? OTHER : { kind: 'checkpoint', position };
  }
  return message.hasCaughtUp() ? { kind: 'caught-up' } : OTHER;
}

/** The event in a message; undefined when it has none, as a link to an event that does not exist any more. */
export function recordOf(message: ReadResp): EventRecord | undefined {
  const read = message.getEvent();
  const record = read?.getEvent();
  if (!read || !record) return undefined;
  const properties = record.getMetadataMap();
  return {
    id: parseUUID(record.getId()) ?? '',
    type: properties.get('type') ?? '',
    streamId: bufferOf(record.getStreamIdentifier()?.getStreamName_asU8()).toString(),
    revision: BigInt(record.getStreamRevision()),
    position: BigInt(record.getCommitPosition() || read.getCommitPosition()),
    // Ticks of 100 ns since 1970 exceed 53 bits slightly: at most one tick is lost.
    createdMs: Math.floor(Number(properties.get('created') ?? 0) / TICKS_PER_MS),
    isJson: properties.get('content-type') === 'application/json',
    data: bufferOf(record.getData_asU8()),
    metadata: bufferOf(record.getCustomMetadata_asU8()),
  };
}

const LAST_POSITION = 2n ** 63n - 1n;
const OTHER: ReadResponse = { kind: 'other' };
const TICKS_PER_MS = 10_000;

export function storedOf({ data, metadata, isJson, createdMs, ...event }: EventRecord): StoredEvent {
  const json = isJson ? data.toString() : '';
  return {
    ...event,
    created: new Date(createdMs),
    data: isJson ? parseJson(json, json) : data,
    json,
    metadata: metadata.length === 0 ? undefined : parseJson(metadata.toString(), metadata),
  };
}

/** Other writers' data may be no JSON: then it is passed on unparsed, and the codec refuses it. */
function parseJson(text: string, otherwise: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}

const bufferOf = (bytes: Uint8Array = new Uint8Array()): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
