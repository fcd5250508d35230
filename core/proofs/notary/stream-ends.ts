import type { StreamHead } from '#core/kernel/log/stream-heads.ts';
import { type Ends, endLeaf } from '#core/proofs/check/checkpoint.ts';
import { createGrowingTree, leafHash, TILE_WIDTH, type TileRoot } from '#core/proofs/check/merkle.ts';
import type { ChangedEnds, StreamEnd } from './log-book.ts';

/** 256^5 streams are more than a log has. */
const MAX_LEVEL = 5;

/**
 * The root over the ends of all streams, in the order in which the streams came first, so that anybody who reads the log
 * computes the same; and the ends that are not those of the head before, with the tiles over them.
 * @param isNew whether a stream grew since the head before
 */
export function endsOf(
  all: Iterable<readonly [streamId: string, head: StreamHead]>,
  isNew: (streamId: string) => boolean,
): Pick<Ends, 'count' | 'root'> & { readonly changed: ChangedEnds } {
  const tree = createGrowingTree();
  const touched = new Set<string>();
  const ends: StreamEnd[] = [];
  const roots: TileRoot[] = [];
  for (const [streamId, { revision, hash }] of all) {
    const place = tree.size;
    if (isNew(streamId)) {
      ends.push({ place, streamId, revision, hash });
      for (let [level, index] = [1, Math.floor(place / TILE_WIDTH)]; level <= MAX_LEVEL; level += 1) {
        touched.add(`${level}:${index}`);
        index = Math.floor(index / TILE_WIDTH);
      }
    }
    const filled = tree.add(leafHash(endLeaf(streamId, { revision, hash })));
    roots.push(...filled.filter(({ level, index }) => touched.has(`${level}:${index}`)));
  }
  return { count: tree.size, root: tree.root(), changed: { ends, roots } };
}
