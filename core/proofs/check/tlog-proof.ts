/** Proofs that something is in a log: https://c2sp.org/tlog-proof. */
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64, parseSize, toBase64 } from './bytes.ts';

const FIRST_LINE = 'c2sp.org/tlog-proof@v1';
/** A tree of 2^63 leaves is no higher. */
const MAX_HASHES = 63;
const HASH_BYTES = 32;

export type TlogProof = {
  /** The content of the record, when the proof includes it. */
  readonly extra?: string;
  readonly index: number;
  readonly path: readonly Uint8Array[];
  /** The signed checkpoint. */
  readonly checkpoint: string;
};

export const formatTlogProof = ({ extra, index, path, checkpoint }: TlogProof): string =>
  [
    FIRST_LINE,
    ...(extra === undefined ? [] : [`extra ${toBase64(utf8ToBytes(extra))}`]),
    `index ${index}`,
    ...path.map(toBase64),
    '',
    checkpoint,
  ].join('\n');

export const isTlogProof = (text: string): boolean => text.startsWith(`${FIRST_LINE}\n`);

/** Parses a proof; this proves nothing of it yet. @throws Error that explains what is wrong */
export function parseTlogProof(text: string): TlogProof {
  if (!isTlogProof(text)) throw new Error(`This is no proof: its first line is not ${FIRST_LINE}.`);
  const end = text.indexOf('\n\n');
  if (end < 0) throw new Error('This is no proof: it has no checkpoint.');
  const lines = text.slice(FIRST_LINE.length + 1, end).split('\n');
  const extra = lines[0]?.startsWith('extra ') ? lines.shift()?.slice('extra '.length) : undefined;
  const [indexLine = '', ...hashes] = lines;
  if (!indexLine.startsWith('index ')) throw new Error('This is no proof: it does not say where in the log.');
  const path = hashes.map(fromBase64);
  if (path.length > MAX_HASHES || path.some(({ length }) => length !== HASH_BYTES)) {
    throw new Error('This is no proof: a line of it is not a hash.');
  }
  return {
    ...(extra === undefined ? {} : { extra: new TextDecoder('utf-8', { fatal: true }).decode(fromBase64(extra)) }),
    index: parseSize(indexLine.slice('index '.length)),
    path,
    checkpoint: text.slice(end + 2),
  };
}
