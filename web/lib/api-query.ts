import type { DataTag, QueryKey } from '@tanstack/react-query';
import { callJson } from './api.ts';
import { orNull } from './api-error.ts';
import type { Answer, AnyInput, Arguments, ReadKey } from './api-types.ts';
import { cacheKey } from './query-key.ts';

/** The query options of a read, its key tagged with what it answers, so that `setQueryData` knows it too. */
export type ApiQuery<T> = {
  queryKey: DataTag<QueryKey, T, Error>;
  queryFn: (context: { signal: AbortSignal }) => Promise<T>;
};

/**
 * A read as TanStack Query takes it: `useQuery(apiQuery('GET /deposits', { query: { page } }))`. A read that several places
 * share, or that has rules of its own, is exported under a name: `export const ordersQuery = (page) => …`.
 */
export function apiQuery<K extends ReadKey>(key: K, ...input: Arguments<K>): ApiQuery<Answer<K>>;
export function apiQuery(
  key: ReadKey,
  input: AnyInput = {},
): { queryKey: QueryKey; queryFn: ApiQuery<unknown>['queryFn'] } {
  return { queryKey: cacheKey(key, input), queryFn: ({ signal }) => callJson(key, { ...input, signal }) };
}

/** A read whose 404 means that there is nothing yet: null then. */
export function apiQueryOrNull<K extends ReadKey>(key: K, ...input: Arguments<K>): ApiQuery<Answer<K> | null>;
export function apiQueryOrNull(key: ReadKey, input: AnyInput = {}) {
  return {
    queryKey: cacheKey(key, input),
    queryFn: ({ signal }: { signal: AbortSignal }) => orNull(callJson(key, { ...input, signal })),
  };
}
