/** Heads of a log: https://c2sp.org/tlog-checkpoint. */
import { fromBase64, parseSize, toBase64 } from './bytes.ts';
import { parseNote, type VerifierKey, verifyNote } from './note.ts';

export type TreeHead = {
  readonly size: number;
  /** 32 bytes. */
  readonly root: Uint8Array<ArrayBuffer>;
};
export type Checkpoint = TreeHead & { readonly origin: string };

const HASH_BYTES = 32;

/** The text that is signed. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${toBase64(root)}\n`;

/** @throws Error */
export function parseCheckpointText(text: string): Checkpoint {
  const [origin = '', size = '', root = '', ...rest] = text.split('\n').slice(0, -1);
  if (origin === '' || rest.includes('')) throw new Error('This is no checkpoint: a line is empty.');
  const parsed = { origin, size: parseSize(size), root: fromBase64(root) };
  if (parsed.root.length !== HASH_BYTES) throw new Error('This is no checkpoint: its third line is no SHA-256.');
  return parsed;
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
