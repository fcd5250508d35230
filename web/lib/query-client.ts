import { QueryClient } from '@tanstack/react-query';
import { isApiError } from './api-error.ts';

const FRESH_MILLISECONDS = 30_000;
const KEPT_MILLISECONDS = 5 * 60_000;
const MAX_QUERY_RETRIES = 1;

/**
 * The cache of what was loaded. Lists are fresh for half a minute, so moving between pages asks nothing twice; refused calls
 * are not repeated (a call has already retried by itself what a retry can mend). A session's end empties it.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MILLISECONDS,
      gcTime: KEPT_MILLISECONDS,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      retry: (failures, error) => failures < MAX_QUERY_RETRIES && isApiError(error) && error.status >= 500,
    },
    // Offline, a write fails at once and says so; waiting would send it later, when its sender no longer expects it.
    mutations: { retry: false, networkMode: 'always' },
  },
});
