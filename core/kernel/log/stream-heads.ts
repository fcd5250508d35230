export type StreamHead = { readonly revision: bigint; readonly hash: string };

/** The newest revision and hash of each stream: some 240 B a stream. */
export function createStreamHeads(known: Iterable<readonly [streamId: string, head: StreamHead]> = []) {
  const heads = new Map(known);
  return {
    get size() {
      return heads.size;
    },
    /** Returns the head that it replaces; undefined for a stream's first. */
    set(streamId: string, revision: bigint, hash: string): StreamHead | undefined {
      const before = heads.get(streamId);
      heads.set(streamId, { revision, hash });
      return before;
    },
    /** In the order in which the streams came first. */
    inPlaces: (): Iterable<readonly [streamId: string, head: StreamHead]> => heads,
    /** Sorted by the UTF-8 of the streams' names. */
    *inOrder(): Generator<readonly [streamId: string, head: StreamHead]> {
      const names = [...heads.keys()].map((name) => ({ name, bytes: Buffer.from(name) }));
      names.sort((left, right) => Buffer.compare(left.bytes, right.bytes));
      for (const { name } of names) {
        const head = heads.get(name);
        if (head) yield [name, head];
      }
    },
  };
}
