import { QueryClientProvider } from '@tanstack/react-query';
import { getDefaultStore, Provider } from 'jotai';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { queryClient } from './lib/query-client.ts';
import { followOtherTabs, restoreSession } from './lib/session-refresh.ts';
import { followSystemTheme } from './lib/theme.ts';
import './styles/main.css';
import { headless } from './ui/headless/load.ts';
import { preloadToaster } from './ui/toast.ts';

/** After the page and its screen: nothing that is on show waits for what opens over it. */
const REST_MILLISECONDS = 3000;

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

followSystemTheme();
followOtherTabs();
// The cookie is tried while the screens' code is still on its way.
void restoreSession(location.pathname.startsWith('/admin') ? 'admin' : 'customer');

const preload = () => {
  preloadToaster();
  headless.preload();
};
addEventListener('load', () => setTimeout(preload, REST_MILLISECONDS));
// The first press may be of a button that opens something: by its click the code is on its way.
for (const press of ['pointerdown', 'keydown'])
  addEventListener(press, headless.preload, { once: true, passive: true });

createRoot(root).render(
  <StrictMode>
    <Provider store={getDefaultStore()}>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </Provider>
  </StrictMode>,
);
