import { LRUCache } from 'lru-cache';
import { sizeOf } from './stream-state.ts';
import type { StreamQueue, StreamState } from './types.ts';

/** One stream counts as so much of all at most: one that is too long for the cache would be read whole for each command. */
const LARGEST_SHARE = 1 / 2;

/** The streams used last, up to so many bytes. One that is longer than that alone stays there all the same. */
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
