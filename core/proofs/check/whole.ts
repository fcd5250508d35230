/** Whether a file has all events of its stream, in their order, or was cut short. docs/statement-proof.md says how it is proven. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64 } from './bytes.ts';
import { endLeaf } from './checkpoint.ts';
import { isIncluded, leafHash } from './merkle.ts';
import { asRecord, type CheckedHead, NO_PREVIOUS, type ProvenEvent, parseEvent } from './proven-events.ts';

/** How far it is proven that nothing is missing. */
export type Whole =
  /** The stream had no later event when the log was signed, at `time`. */
  | { readonly until: 'signing'; readonly time: string }
  /** The next event of the stream, of `time`, came after the period. */
  | { readonly until: 'next'; readonly time: string }
  /** Up to the last event of the file. The head has no ends, so later events may have been cut off. */
  | { readonly until: 'last' };

export type LastEvent = Pick<ProvenEvent, 'stream' | 'time'> & { readonly revision: number; readonly hash: string };

type Given = { readonly end?: unknown; readonly next?: unknown; readonly isWhole: boolean };
type Prove = (eventText: string, proof: string) => Promise<unknown>;

const isNext = ({ stream, revision, previous }: ProvenEvent, last: Omit<LastEvent, 'time'>): boolean =>
  stream === last.stream && revision === `${last.revision + 1}` && previous === last.hash;

/**
 * The event as the last of the file so far.
 * @param before undefined for the first
 * @throws Error when it does not follow from the one before it
 */
export function follow(event: ProvenEvent, text: string, before: LastEvent | undefined): LastEvent {
  const { stream, time } = event;
  const last = before ?? { stream, revision: -1, hash: NO_PREVIOUS };
  const revision = last.revision + 1;
  if (!isNext(event, last)) {
    throw new Error(
      `Event ${revision} does not follow from the one before it: something was left out, put in or changed.`,
    );
  }
  return { stream, revision, hash: bytesToHex(sha256(utf8ToBytes(text))), time };
}

/** @param to the end of the period; null for none. @throws Error for a file that was cut short */
export async function checkWhole(
  { end, next, isWhole }: Given,
  last: LastEvent,
  head: CheckedHead,
  prove: Prove,
  to: string | null,
): Promise<Whole> {
  if (next !== undefined) return { until: 'next', time: await checkNext(next, last, prove, to) };
  if (end !== undefined) return { until: 'signing', time: checkEnd(end, last, head) };
  if (head.ends || isWhole) {
    throw new Error(
      `The file was cut short: it does not show where ${last.stream} ends, and its head has a signed end for each stream.`,
    );
  }
  return { until: 'last' };
}

function checkEnd(end: unknown, last: LastEvent, { ends }: CheckedHead): string {
  const { index, path } = asRecord(end);
  if (!ends) throw new Error('The file shows an end, and its head has none.');
  const isEnd =
    Number.isSafeInteger(index) &&
    isTexts(path) &&
    isIncluded(
      leafHash(endLeaf(last.stream, { revision: BigInt(last.revision), hash: last.hash })),
      Number(index),
      path.map(fromBase64),
      { size: ends.count, root: ends.root },
    );
  if (!isEnd) {
    throw new Error(
      `The file was cut short or changed: event ${last.revision} was not the last of ${last.stream} when the log was signed.`,
    );
  }
  return ends.time;
}

async function checkNext(next: unknown, last: LastEvent, prove: Prove, to: string | null): Promise<string> {
  const { event: text, proof } = asRecord(next);
  if (typeof text !== 'string' || typeof proof !== 'string')
    throw new Error('The next event of the file is not complete.');
  const event = parseEvent(text);
  if (!isNext(event, last)) {
    throw new Error('The next event does not follow from the last of the file: the file was cut short or changed.');
  }
  if (to === null || event.time <= to) {
    throw new Error('The file was cut short: the next event is of its period, and is not among its lines.');
  }
  await prove(text, proof);
  return event.time;
}

export const isTexts = (list: unknown): list is string[] =>
  Array.isArray(list) && list.every((entry) => typeof entry === 'string');

/** @throws Error */
export function parseNotSignedYet(value: unknown): number {
  if (value === undefined) return 0;
  if (!Number.isSafeInteger(value) || Number(value) < 0)
    throw new Error('The file does not say what is not signed yet.');
  return Number(value);
}
