/** The content of proof files: events as their hashes cover them, each with its index in the log. */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { fromHex, isSame } from './bytes.ts';
import { type Checkpoint, openCheckpoint } from './checkpoint.ts';
import { isIncluded, leafHash } from './merkle.ts';
import { parseNote, SIGNATURE, timeOfCosignature, type VerifierKey, verifyNote } from './note.ts';
import { parseTlogProof } from './tlog-proof.ts';

/** Before the first event of a stream. */
export const NO_PREVIOUS = '0'.repeat(64);
/** More events would keep a browser busy for minutes. */
export const MAX_EVENTS = 20_000;
/** Events that are proven in one go: between them a page shows and scrolls. */
const EVENTS_OF_TURN = 200;

export type ProvenEvent = {
  readonly type: string;
  readonly stream: string;
  readonly revision: string;
  readonly previous: string;
  readonly data: Record<string, unknown>;
  readonly actor: string;
  readonly time: string;
};

/** Witnesses that a person trusts, and how many of them must have signed the head. */
export type Witnesses = { readonly keys: readonly VerifierKey[]; readonly atLeast: number };

/** Who else signed the head, of the witnesses that were named, and when (RFC 3339, UTC). */
export type Cosignature = { readonly name: string; readonly time: string };
export type CheckedHead = Checkpoint & { readonly cosigned: readonly Cosignature[] };

const NO_WITNESSES: Witnesses = { keys: [], atLeast: 0 };

/**
 * Proves events one by one. All events of a file have one head, whose signatures are checked once.
 * @param isRecord whether the proof contains its event itself, which no proof inside of a file does
 */
export function createProofCheck(key: VerifierKey, witnesses: Witnesses = NO_WITNESSES, isRecord = false) {
  let opened: { readonly note: string; readonly head: CheckedHead } | undefined;
  let proven = 0;
  return async (eventText: string, proof: string): Promise<{ head: CheckedHead; place: number }> => {
    proven += 1;
    if (proven % EVENTS_OF_TURN === 0) await new Promise((resolve) => setTimeout(resolve));
    const { index, path, checkpoint, extra } = parseTlogProof(proof);
    if (!isRecord && extra !== undefined) throw new Error('A proof of the file has a line "extra", and must not.');
    if (opened && opened.note !== checkpoint) throw new Error('The proofs are of several heads: expected one.');
    opened ??= {
      note: checkpoint,
      head: { ...(await openCheckpoint(checkpoint, key)), cosigned: await cosignaturesOf(checkpoint, witnesses) },
    };
    const { head } = opened;
    if (!isIncluded(leafHash(sha256(utf8ToBytes(eventText))), index, path, head)) {
      throw new Error(`The event at place ${index} is not in the log: it was changed, or the proof is of another one.`);
    }
    return { head, place: index };
  };
}

/** @throws Error when fewer of them signed than are demanded, or one signed wrongly */
async function cosignaturesOf(checkpoint: string, { keys, atLeast }: Witnesses): Promise<Cosignature[]> {
  const note = parseNote(checkpoint);
  const cosigned: Cosignature[] = [];
  const missing: string[] = [];
  for (const key of keys) {
    if (key.type !== SIGNATURE.cosignature) throw new Error(`The key of ${key.name} is not that of a witness.`);
    if (!note.signatures.some(({ name, id }) => name === key.name && isSame(id, key.id))) {
      missing.push(key.name);
      continue;
    }
    const [first] = await verifyNote(note, key);
    const seconds = first ? timeOfCosignature(first.signature) : 0;
    cosigned.push({ name: key.name, time: new Date(seconds * 1_000).toISOString() });
  }
  if (cosigned.length < atLeast) {
    throw new Error(
      `The head is signed by ${cosigned.length} of the ${keys.length} named witnesses, and ${atLeast} must have signed it: ${missing.join(', ')} did not.`,
    );
  }
  return cosigned;
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
