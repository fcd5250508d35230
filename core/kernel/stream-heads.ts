import { createPackedTexts } from './packed-texts.ts';

const HASH_BYTES = 32;
const HASH = /^[0-9a-f]{64}$/;
const FIRST_ROOM = 1_024;

export type StreamHead = { readonly revision: bigint; readonly hash: string };

/** The newest revision and hash of each stream: some 85 B a stream. */
export function createStreamHeads() {
  const names = createPackedTexts();
  /** Hashes that are no SHA-256 in hexadecimal. */
  const odd = new Map<number, string>();
  let hashes = Buffer.alloc(FIRST_ROOM * HASH_BYTES);
  let revisions = new BigInt64Array(FIRST_ROOM);

  function grow(): void {
    hashes = Buffer.from(hashes.buffer.transfer(2 * hashes.length));
    revisions = new BigInt64Array(revisions.buffer.transfer(2 * revisions.byteLength));
  }
  const at = (place: number): StreamHead => {
    const from = place * HASH_BYTES;
    return {
      revision: revisions[place] ?? 0n,
      hash: odd.get(place) ?? hashes.toString('hex', from, from + HASH_BYTES),
    };
  };

  return {
    get size() {
      return names.size;
    },
    /** Returns the head that it replaces; undefined for a stream's first. */
    set(streamId: string, revision: bigint, hash: string): StreamHead | undefined {
      const known = names.size;
      const place = names.keep(streamId);
      const before = place < known ? at(place) : undefined;
      if (place >= revisions.length) grow();
      revisions[place] = revision;
      if (HASH.test(hash)) {
        hashes.write(hash, place * HASH_BYTES, 'hex');
        odd.delete(place);
      } else odd.set(place, hash);
      return before;
    },
    /** In the order in which the streams came first. */
    *inPlaces(): Generator<readonly [streamId: string, head: StreamHead]> {
      for (let place = 0; place < names.size; place += 1) yield [names.at(place), at(place)];
    },
    /** Sorted by the names of the streams. */
    *inOrder(): Generator<readonly [streamId: string, head: StreamHead]> {
      for (const place of names.inOrder()) yield [names.at(place), at(place)];
    },
  };
}
