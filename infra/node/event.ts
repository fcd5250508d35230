/** An event as a client proposes it. */
export type NewEvent = {
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: Buffer;
  readonly metadata: Buffer;
};

/** An event in the log. Positions grow with the log and are sparse; revisions count from 0 in each stream. */
export type StoredEvent = NewEvent & {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly createdMs: number;
};

/** The last revision of a stream without events, which a writer expects of a new one. */
export const NO_EVENTS = -1;
/** Expected by a writer that does not care what the stream holds. */
export const ANY = -2;

/** Leaves a gap before every position, like the record heads of a log file, so that no client relies on position + 1. */
const POSITION_GAP = 64;

/** The approximate size of an event's content in memory and in messages. */
export const eventBytes = (event: NewEvent): number => event.data.length + event.metadata.length;

export const positionAfter = (previous: number, event: NewEvent): number => previous + POSITION_GAP + eventBytes(event);
