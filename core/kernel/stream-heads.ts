const HASH_BYTES = 32;
const HASH = /^[0-9a-f]{64}$/;
const FIRST_ROOM = 1_024;

export type StreamHead = { readonly revision: bigint; readonly hash: string };

/**
 * The newest revision and hash of each stream, packed: a log of a million events has some hundred thousand streams (row of the bench: memory
 * of ledger verify).
 */
export function createStreamHeads() {
  const places = new Map<string, number>();
  /** Those that are no SHA-256 in hexadecimal. */
  const odd = new Map<number, string>();
  let hashes = Buffer.alloc(FIRST_ROOM * HASH_BYTES);
  let revisions = new BigInt64Array(FIRST_ROOM);

  function grow(): void {
    hashes = Buffer.concat([hashes, Buffer.alloc(hashes.length)]);
    const doubled = new BigInt64Array(2 * revisions.length);
    doubled.set(revisions);
    revisions = doubled;
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
      return places.size;
    },
    get(streamId: string): StreamHead | undefined {
      const place = places.get(streamId);
      return place === undefined ? undefined : at(place);
    },
    set(streamId: string, revision: bigint, hash: string): void {
      const place = places.get(streamId) ?? places.size;
      places.set(streamId, place);
      if (place >= revisions.length) grow();
      revisions[place] = revision;
      if (HASH.test(hash)) {
        hashes.write(hash, place * HASH_BYTES, 'hex');
        odd.delete(place);
      } else odd.set(place, hash);
    },
    /** By the names of the streams. */
    *inOrder(): Generator<readonly [streamId: string, head: StreamHead]> {
      for (const streamId of [...places.keys()].sort()) yield [streamId, at(places.get(streamId) ?? 0)];
    },
  };
}
