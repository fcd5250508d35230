import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { getDefaultStore, Provider } from 'jotai';
import { StrictMode } from 'react';
import { App } from './app.tsx';

/** In the browser and on the server. */
export function Root({ client }: { client: QueryClient }) {
  return (
    <StrictMode>
      <Provider store={getDefaultStore()}>
        <QueryClientProvider client={client}>
          <App />
        </QueryClientProvider>
      </Provider>
    </StrictMode>
  );
}
