/** Heads of a log: https://c2sp.org/tlog-checkpoint. */
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64, parseSize, toBase64 } from './bytes.ts';
import { parseNote, type VerifierKey, verifyNote } from './note.ts';

export type TreeHead = {
  readonly size: number;
  /** 32 bytes. */
  readonly root: Uint8Array<ArrayBuffer>;
};
/**
 * Where each stream of the log ends under a head: the root of a tree whose leaves are the last event of each stream. It
 * stands in the head's own signed text, so that a holder of the head knows that a file under it must show its end.
 */
export type Ends = {
  /** When the log was signed: RFC 3339, UTC. */
  readonly time: string;
  /** Number of streams. */
  readonly count: number;
  /** 32 bytes. */
  readonly root: Uint8Array<ArrayBuffer>;
};
/** Heads of before streams had signed ends have none. */
export type Checkpoint = TreeHead & { readonly origin: string; readonly ends?: Ends };

const HASH_BYTES = 32;
/** The first word of the extension line. */
const ENDS = 'giftledger-ends@v1';
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

const endsLine = ({ time, count, root }: Ends): string => `${ENDS} ${time} ${count} ${toBase64(root)}\n`;

/** The text that is signed. */
export const checkpointText = ({ origin, size, root, ends }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(root)}\n${ends ? endsLine(ends) : ''}`;

/** The leaf of a stream in the tree of the ends: `hash` is that of its last event, in hexadecimal. */
export const endLeaf = (streamId: string, { revision, hash }: { readonly revision: bigint; readonly hash: string }) =>
  utf8ToBytes(`${streamId}\n${revision}\n${hash}`);

function parseEnds(lines: readonly string[]): Ends | undefined {
  const [line, ...more] = lines.filter((each) => each.startsWith('giftledger-ends@'));
  if (line === undefined) return undefined;
  const [name, time = '', count = '', root = '', ...rest] = line.split(' ');
  if (name !== ENDS || !MOMENT.test(time) || rest.length + more.length > 0) {
    throw new Error('This is no checkpoint: its line of the ends of streams is not understood.');
  }
  return { time, count: parseSize(count), root: hashOf(root) };
}

function hashOf(base64: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(base64);
  if (bytes.length !== HASH_BYTES) throw new Error('This is no checkpoint: a line of it is no SHA-256.');
  return bytes;
}

/** @throws Error */
export function parseCheckpointText(text: string): Checkpoint {
  const [origin = '', size = '', root = '', ...rest] = text.split('\n').slice(0, -1);
  if (origin === '' || rest.includes('')) throw new Error('This is no checkpoint: a line is empty.');
  const ends = parseEnds(rest);
  return { origin, size: parseSize(size), root: hashOf(root), ...(ends && { ends }) };
}

/** A checkpoint that this key signed, under its own name. @throws Error that explains what is wrong */
export async function openCheckpoint(note: string, key: VerifierKey): Promise<Checkpoint> {
  const parsed = parseNote(note);
  const checkpoint = parseCheckpointText(parsed.text);
  if (checkpoint.origin !== key.name) {
    throw new Error(`The checkpoint is of the log ${checkpoint.origin}, and the key of ${key.name}.`);
  }
  await verifyNote(parsed, key);
  return checkpoint;
}
