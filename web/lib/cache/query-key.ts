import type { DataTag, QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query';
import type { Answer, AnyInput, AnyKey, Arguments, PathPrefix, ReadKey } from '#web/lib/call/api-types.ts';
import { filledPath, givenOnly } from '#web/lib/call/call-path.ts';

/**
 * The cache key of a read: the parts of its path, then its query: ['admin', 'deposits', { page: 2 }]. So the keys of all reads below a path
 * begin with its parts, and the key without a query matches the read with any query.
 */
export function queryKey<K extends ReadKey>(key: K, ...input: Arguments<K>): DataTag<QueryKey, Answer<K>, Error>;
export function queryKey(key: AnyKey, input: AnyInput = {}): QueryKey {
  return cacheKey(key, input);
}

/** The same for code that passes on an already typed read. */
export const cacheKey = (key: AnyKey, { params, query }: AnyInput): QueryKey => [
  ...pieces(filledPath(key, params)),
  givenOnly(query),
];

/** The beginning of the keys of all reads at or below a path. */
export const keysBelow = (path: PathPrefix): QueryKey => pieces(path);

/** A path means all reads at or below it; a route's key means only that route, with any query. */
export type Stale = PathPrefix | Exclude<ReadKey, `${string}:${string}`>;

/** Reloads the visible reads now, and the others when they are next shown. Resolves when the visible ones are loaded. */
export async function invalidate(client: QueryClient, ...stale: readonly Stale[]): Promise<void> {
  await Promise.all(stale.map((each) => client.invalidateQueries({ queryKey: keysOf(each) })));
}

/** Before a change is shown that the server does not have yet: stops the reads under way. Returns what restores the earlier data. */
export async function hold(client: QueryClient, ...shown: readonly QueryFilters[]): Promise<() => void> {
  await Promise.all(shown.map((filters) => client.cancelQueries(filters)));
  const before = shown.flatMap((filters) => client.getQueriesData(filters));
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data);
  };
}

const isRead = (stale: Stale): stale is Extract<Stale, ReadKey> => stale.startsWith('GET ');
const keysOf = (stale: Stale): QueryKey => (isRead(stale) ? cacheKey(stale, {}) : keysBelow(stale));
const pieces = (path: string): string[] => path.split('/').filter((piece) => piece !== '');
