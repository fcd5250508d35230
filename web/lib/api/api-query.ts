import type { DataTag, QueryKey } from '@tanstack/react-query';
import { cacheKey } from '#web/lib/cache/query-key.ts';
import { orNull } from '#web/lib/call/api-error.ts';
import type { Answer, AnyInput, Arguments, ReadKey } from '#web/lib/call/api-types.ts';
import { callJson } from './api.ts';

/** The query options of a read. Its key is tagged with the answer's type, for `setQueryData`. */
export type ApiQuery<T> = {
  queryKey: DataTag<QueryKey, T, Error>;
  queryFn: (context: { signal: AbortSignal }) => Promise<T>;
};

/**
 * A read for TanStack Query: `useQuery(apiQuery('GET /deposits', { query: { page } }))`. A read that several places share, or that has
 * options of its own, is exported under a name: `export const ordersQuery = (page) => …`.
 */
export function apiQuery<K extends ReadKey>(key: K, ...input: Arguments<K>): ApiQuery<Answer<K>>;
export function apiQuery(
  key: ReadKey,
  input: AnyInput = {},
): { queryKey: QueryKey; queryFn: ApiQuery<unknown>['queryFn'] } {
  return { queryKey: cacheKey(key, input), queryFn: ({ signal }) => callJson(key, { ...input, signal }) };
}

/** A read whose 404 means that there is nothing yet; it becomes null. */
export function apiQueryOrNull<K extends ReadKey>(key: K, ...input: Arguments<K>): ApiQuery<Answer<K> | null>;
export function apiQueryOrNull(key: ReadKey, input: AnyInput = {}) {
  return {
    queryKey: cacheKey(key, input),
    queryFn: ({ signal }: { signal: AbortSignal }) => orNull(callJson(key, { ...input, signal })),
  };
}
