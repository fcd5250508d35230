/** Every bound of the event-store node in one place, so that its memory and its waits can be added up. */

/** EventStoreDB's default `MaxAppendSize`. */
export const DEFAULT_MAX_APPEND_SIZE_BYTES = 1024 * 1024;
/** Larger than any append that may succeed, so that an oversized one gets its proper error instead of a broken call. */
export const MAX_MESSAGE_BYTES = 17 * 1024 * 1024;
/** A stream name is part of a B-tree key, which Postgres limits to a third of a page. */
export const MAX_STREAM_NAME_BYTES = 1024;
export const MAX_EVENT_TYPE_BYTES = 1024;
/**
 * A client that does not answer this within the time is gone, and its calls end. Longer than a machine may be
 * suspended.
 */
export const KEEP_ALIVE_INTERVAL_MS = 30_000;
export const KEEP_ALIVE_TIMEOUT_MS = 20_000;
export const MAX_CONCURRENT_CALLS_PER_CONNECTION = 4096;

/** A page read from Postgres ends at the first of these limits; it always contains at least one event. */
export const PAGE_EVENTS = 500;
export const PAGE_BYTES = 1024 * 1024;
/** Events that are searched for one page of those that match a filter. */
export const SEARCH_EVENTS = 4_000;

/** One commit takes at most this much of the queue. */
export const GROUP_APPENDS = 2000;
export const GROUP_EVENTS = 4000;
export const GROUP_BYTES = 8 * 1024 * 1024;
/** Above this, a call with appends in the queue is not read until one of them has its answer. */
export const QUEUE_APPENDS = 8000;
export const QUEUE_BYTES = 32 * 1024 * 1024;

/** Streams whose last revision is kept in memory. */
export const CACHED_STREAMS = 100_000;

export const READ_CONNECTIONS = 6;
export const CONNECT_TIMEOUT_MS = 5_000;
export const STATEMENT_TIMEOUT_MS = 30_000;
/** How long a start waits for Postgres, and for the lock that a killed node may still hold for a moment. */
export const START_WAIT_MS = 15_000;
export const RETRY_PAUSE_MS = 100;

/** A batch append has its own deadline; one without, or with a longer one, gets this. */
export const MAX_BATCH_APPEND_WAIT_MS = 30_000;
/** How long `stop` lets accepted appends and open connections finish. */
export const STOP_WAIT_MS = 3_000;
