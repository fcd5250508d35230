import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Answer, AnyInput, AnyKey, Arguments, PathPrefix, ReadKey } from './api-types.ts';
import { filledPath, givenOnly } from './call-path.ts';

/**
 * The cache key of a read: its path, piece by piece, then what it asks: ['admin', 'deposits', { page: 2 }]. So the
 * reads below a path begin with its pieces, and the key without a question matches the read with any.
 */
export function queryKey<K extends ReadKey>(key: K, ...input: Arguments<K>): DataTag<QueryKey, Answer<K>, Error>;
export function queryKey(key: AnyKey, input: AnyInput = {}): QueryKey {
  return cacheKey(key, input);
}

/** The same for what passes on a read that is typed already. */
export const cacheKey = (key: AnyKey, { params, query }: AnyInput): QueryKey => [
  ...pieces(filledPath(key, params)),
  givenOnly(query),
];

/** The beginning of the keys of all reads at or below a path. */
export const keysBelow = (path: PathPrefix): QueryKey => pieces(path);

/** A path stands for all reads at or below it; a route's key for that route alone, whatever it was asked. */
export type Stale = PathPrefix | Exclude<ReadKey, `${string}:${string}`>;

/** Reads again what is on the screen, and the rest when it is next shown. Ends when what is shown has arrived. */
export async function invalidate(client: QueryClient, ...stale: readonly Stale[]): Promise<void> {
  await Promise.all(stale.map((each) => client.invalidateQueries({ queryKey: keysOf(each) })));
}

const isRead = (stale: Stale): stale is Extract<Stale, ReadKey> => stale.startsWith('GET ');
const keysOf = (stale: Stale): QueryKey => (isRead(stale) ? cacheKey(stale, {}) : keysBelow(stale));
const pieces = (path: string): string[] => path.split('/').filter((piece) => piece !== '');
