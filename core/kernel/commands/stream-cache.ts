import { LRUCache } from 'lru-cache';
import { sizeOf } from './stream-state.ts';
import type { StreamQueue, StreamState } from './types.ts';

/** One stream counts for at most this share: a stream too long for the cache would be read whole for each command. */
const LARGEST_SHARE = 1 / 2;

/** Keeps the streams used last, up to this many bytes. A stream that is larger than that alone is kept all the same. */
export function createStreamCache(maxBytes: number) {
  const cache = new LRUCache<string, StreamState>({ maxSize: maxBytes });
  const largestSize = Math.floor(maxBytes * LARGEST_SHARE);
  return {
    get: (streamId: string): StreamState | undefined => cache.get(streamId),
    keep({ streamId, aggregate }: StreamQueue, stream: StreamState): void {
      cache.set(streamId, stream, { size: Math.min(sizeOf(aggregate, stream), largestSize) });
    },
    forget: (streamId: string): void => {
      cache.delete(streamId);
    },
  };
}
