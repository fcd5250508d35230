import { focusManager, QueryClient } from '@tanstack/react-query';
import { isApiError } from '#web/lib/call/api-error.ts';

const FRESH_MILLISECONDS = 30_000;
const KEPT_MILLISECONDS = 5 * 60_000;
const MAX_QUERY_RETRIES = 1;

/** Reads that ask for it are repeated when the page is seen again: its tab is chosen, or its window comes to the front beside others. */
focusManager.setEventListener((seen) => {
  const look = () => seen();
  globalThis.window?.addEventListener('visibilitychange', look);
  globalThis.window?.addEventListener('focus', look);
  return () => {
    globalThis.window?.removeEventListener('visibilitychange', look);
    globalThis.window?.removeEventListener('focus', look);
  };
});

/**
 * The cache of loaded data. Lists are fresh for half a minute, so a change of pages loads nothing twice. Refused calls are not repeated (a
 * call itself retries where that can help). The end of a session empties it.
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
    // Offline, a write fails at once with a message. If it waited, it would be sent later, when its sender no longer expects it.
    mutations: { retry: false, networkMode: 'always' },
  },
});
