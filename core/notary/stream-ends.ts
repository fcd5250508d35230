import type { StreamHead } from '../kernel/stream-heads.ts';
import { type Ends, endLeaf } from '../log-proofs/check/checkpoint.ts';
import { createGrowingTree, leafHash, TILE_WIDTH } from '../log-proofs/tree.ts';
import type { ChangedEnds, StreamEnd } from './log-book.ts';
import { createTileRoots } from './tile-roots.ts';

/** The end of each stream, in the order in which the streams came first: it follows from the log alone. */
type StreamEnds = Iterable<readonly [streamId: string, head: StreamHead]>;

/** The root over the ends of all streams. Anybody who reads the log computes the same. */
export function endsOf(all: StreamEnds): Pick<Ends, 'count' | 'root'> {
  const tree = createGrowingTree();
  for (const [streamId, head] of all) tree.add(leafHash(endLeaf(streamId, head)));
  return { count: tree.size, root: tree.root() };
}

/** The ends that are not those of the head before, with the tiles over them. `isNew` says whether a stream grew since. */
export function changedEnds(all: StreamEnds, isNew: (streamId: string) => boolean): ChangedEnds {
  const tiles = createTileRoots();
  const touched = new Set<string>();
  const ends: StreamEnd[] = [];
  const roots: ChangedEnds['roots'][number][] = [];
  let place = 0;
  for (const [streamId, { revision, hash }] of all) {
    if (isNew(streamId)) {
      ends.push({ place, streamId, revision, hash });
      for (let [level, index] = [1, Math.floor(place / TILE_WIDTH)]; level <= MAX_LEVEL; level += 1) {
        touched.add(`${level}:${index}`);
        index = Math.floor(index / TILE_WIDTH);
      }
    }
    const whole = tiles.add(leafHash(endLeaf(streamId, { revision, hash })));
    roots.push(...whole.filter(({ level, index }) => touched.has(`${level}:${index}`)));
    place += 1;
  }
  return { ends, roots };
}

/** 256^5 streams are more than a log has. */
const MAX_LEVEL = 5;
