/** The content of proof files: events as their hashes cover them, each with its index in the log. */
import { fromHex, sha256, utf8 } from './bytes.ts';
import { type Checkpoint, openCheckpoint } from './checkpoint.ts';
import { isIncluded, leafHashOf } from './merkle.ts';
import type { VerifierKey } from './note.ts';
import { parseTlogProof } from './tlog-proof.ts';

/** Before the first event of a stream. */
export const NO_PREVIOUS = '0'.repeat(64);
/** More events would keep a browser busy for minutes. */
export const MAX_EVENTS = 20_000;

export type ProvenEvent = {
  readonly type: string;
  readonly stream: string;
  readonly revision: string;
  readonly previous: string;
  readonly data: Record<string, unknown>;
  readonly actor: string;
  readonly time: string;
};

/** Proves events one by one. All events of a file have one head, whose signature is checked once. */
export function createProofCheck(key: VerifierKey) {
  let opened: { readonly note: string; readonly head: Checkpoint } | undefined;
  return async (eventText: string, proof: string): Promise<{ head: Checkpoint; place: number }> => {
    const { index, path, checkpoint } = parseTlogProof(proof);
    if (opened && opened.note !== checkpoint) throw new Error('The proofs are of several heads: expected one.');
    opened ??= { note: checkpoint, head: await openCheckpoint(checkpoint, key) };
    const { head } = opened;
    const entry = await sha256(utf8(eventText));
    if (!(await isIncluded(await leafHashOf(entry), index, path, head))) {
      throw new Error(`The event at place ${index} is not in the log: it was changed, or the proof is of another one.`);
    }
    return { head, place: index };
  };
}

/** The text that the event's hash covers. Only its canonical form is accepted, so that it has one reading. */
export function parseEvent(text: string): ProvenEvent {
  const event = parseJson(text);
  if (JSON.stringify(inOrder(event)) !== text)
    throw new Error('An event is not written in its canonical form (RFC 8785).');
  const { type, stream, revision, previous, data, metadata } = asRecord(event);
  const { time, actor } = asRecord(metadata);
  for (const value of [type, stream, revision, previous, time]) {
    if (typeof value !== 'string') throw new Error('An event lacks a field.');
  }
  fromHex(String(previous));
  const by = String(asRecord(actor).kind ?? '');
  return { type, stream, revision, previous, data: asRecord(data), actor: by, time } as ProvenEvent;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('This is no proof: it is neither JSON nor a tlog-proof.');
  }
}

export const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.keys(record)
      .sort()
      .map((name) => [name, inOrder(record[name])]),
  );
}
