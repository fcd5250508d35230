/** An event as a client proposes it. */
export type NewEvent = {
  id: string;
  type: string;
  isJson: boolean;
  data: Buffer;
  metadata: Buffer;
};

/** An event in the log. Positions grow with the log and are sparse; revisions count from 0 in each stream. */
export type StoredEvent = NewEvent & {
  position: number;
  stream: string;
  revision: number;
  createdMs: number;
};

/** The revision that a writer expects of a stream: a number (0 and up), or one of these. */
export const NO_STREAM = -1;
export const ANY = -2;
export const STREAM_EXISTS = -4;

/** The head of a stream (or of its metadata stream) that has no events. */
export const NO_EVENTS = -1;

/**
 * The revision of the event that tombstones a stream. In the protocol it is 2^63 − 1; inside the node it is the largest
 * number that JavaScript and a bigint column both represent exactly.
 */
export const TOMBSTONE_REVISION = Number.MAX_SAFE_INTEGER;
const WIRE_TOMBSTONE_REVISION = '9223372036854775807';

/** Leaves a gap before every position, like the record heads of a log file, so that no client relies on position + 1. */
const POSITION_GAP = 64;

/** The approximate size of an event's content in memory and in messages. */
export function eventBytes(event: NewEvent): number {
  return event.data.length + event.metadata.length;
}

/** The position of an event written right after `previous`. */
export function positionAfter(previous: number, event: NewEvent): number {
  return previous + POSITION_GAP + eventBytes(event);
}

/** A revision as the protocol writes it. */
export function wireRevision(revision: number): string {
  return revision === TOMBSTONE_REVISION ? WIRE_TOMBSTONE_REVISION : String(revision);
}
