import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { invalidArgument } from './errors.ts';
import { createFilter, type EventFilter, type FilterExpression } from './filters.ts';
import { parseStreamName, streamNameIn } from './protocol.ts';

export type ReadRequest = {
  target: StreamTarget | LogTarget;
  backwards: boolean;
  resolveLinks: boolean;
  /** The maximum number of events; absent for a subscription, which continues. */
  limit?: number;
};

/** `from` is a revision to read from (a subscription: to read after), or one of the ends. */
export type StreamTarget = { kind: 'stream'; stream: string; from: 'start' | 'end' | number };

/** `from` is a position to read from (backwards: before; a subscription: after), or one of the ends. */
export type LogTarget = {
  kind: 'log';
  from: 'start' | 'end' | number;
  filter?: EventFilter;
  /** The expression behind the filter. */
  expression?: FilterExpression;
  /** A filtered subscription reports its position after this many searched events. */
  checkpointEvery?: number;
};

const BACKWARDS = 1;
/** EventStoreDB searches this many events at once by default. */
const DEFAULT_SEARCH_WINDOW = 32;

/** Parses the client's request. Throws INVALID_ARGUMENT. */
export function parseReadRequest(request: ReadReq): ReadRequest {
  const options = request.getOptions();
  if (options === undefined) throw invalidArgument('The options are missing.');
  if (!options.hasUuidOption()) throw invalidArgument('The UUID option is required.');
  if (!options.hasSubscription() && !options.hasCount()) {
    throw invalidArgument('A read has a count or is a subscription.');
  }
  const backwards = options.getReadDirection() === BACKWARDS;
  if (backwards && options.hasSubscription()) throw invalidArgument('A subscription reads forwards.');
  return {
    target: parseTarget(options),
    backwards,
    resolveLinks: options.getResolveLinks(),
    ...(options.hasSubscription() ? {} : { limit: parseNumber(options.getCount()) }),
  };
}

function parseTarget(options: ReadReq.Options): StreamTarget | LogTarget {
  const stream = options.getStream();
  if (stream !== undefined) {
    const from = stream.hasStart() ? 'start' : stream.hasEnd() ? 'end' : parseNumber(stream.getRevision());
    return { kind: 'stream', stream: parseStreamName(streamNameIn(stream.getStreamIdentifier())), from };
  }
  const all = options.getAll();
  if (all === undefined) throw invalidArgument('A read is of a stream or of $all.');
  const from = all.hasStart() ? 'start' : all.hasEnd() ? 'end' : parseNumber(all.getPosition()?.getCommitPosition());
  return { kind: 'log', from, ...parseFilter(options.getFilter()) };
}

function parseFilter(
  filter: ReadReq.Options.FilterOptions | undefined,
): Pick<LogTarget, 'filter' | 'expression' | 'checkpointEvery'> | undefined {
  if (filter === undefined) return undefined;
  const names = filter.getStreamIdentifier() ?? filter.getEventType();
  if (names === undefined) throw invalidArgument('A filter is on stream names or on event types.');
  const window = filter.hasMax() ? filter.getMax() : DEFAULT_SEARCH_WINDOW;
  const expression: FilterExpression = {
    on: filter.hasStreamIdentifier() ? 'stream' : 'type',
    regex: names.getRegex(),
    prefixes: names.getPrefixList(),
  };
  return {
    ...{ filter: createFilter(expression), expression },
    checkpointEvery: Math.max(1, window) * Math.max(1, filter.getCheckpointintervalmultiplier()),
  };
}

/** Unsigned 64-bit numbers arrive as text. A number above any position or revision means "beyond the end". */
function parseNumber(text: string | undefined): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw invalidArgument(`'${text}' is not a position or a count.`);
  return Math.min(value, Number.MAX_SAFE_INTEGER);
}
