import { useQuery } from '@tanstack/react-query';
import { UNNAMED_STORE } from '#bff/contract/base/unnamed-store.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';

/** Who runs the store, and how it looks. Each page has it from its start, so it is asked for only after a change. */
export const storeQuery = () => ({ ...apiQuery('GET /seller'), staleTime: Number.POSITIVE_INFINITY });

/** Null where nobody has said that yet. */
export const useStore = () => useQuery(storeQuery()).data?.data ?? null;

export const useStoreName = (): string => useStore()?.name ?? UNNAMED_STORE;
