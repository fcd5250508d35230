import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { followOtherTabs, restoreSession } from '#web/lib/api/session-refresh.ts';
import { followSystemTheme } from '#web/lib/browser/theme.ts';
import { queryClient } from '#web/lib/cache/query-client.ts';
import { keepEarly, replayEarly } from '#web/lib/navigation/early.ts';
import type { Screen } from '#web/lib/navigation/screen.tsx';
import { storeQuery } from '#web/lib/store/store.ts';
import { storeRoutes } from '#web/store/routes.tsx';
import { connect } from './connect.ts';
import { Root } from './root.tsx';
import type { PublicPage } from './server.tsx';
import '#web/styles/main.css';
import { preloadToaster } from '#web/ui/feedback/toaster.ts';
import { headless } from '#web/ui/overlays/headless/load.ts';

/** After the page and its screen: the code of dialogs and menus must not delay what is visible. */
const REST_MILLISECONDS = 3000;

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

connect();
followSystemTheme();
followOtherTabs();
// The cookie is tried while the screens' code is still loading.
void restoreSession(location.pathname.startsWith('/admin') ? 'admin' : 'customer');

const preload = () => {
  preloadToaster();
  headless.preload();
};
const preloadLater = () => setTimeout(preload, REST_MILLISECONDS);
// A page that the server drew may be complete before this code runs.
if (document.readyState === 'complete') preloadLater();
else addEventListener('load', preloadLater);
// The first press may be of a button that opens something, so its code starts to load before the click.
for (const press of ['pointerdown', 'keydown'])
  addEventListener(press, headless.preload, { once: true, passive: true });

/** Loads the code of the page that the server drew. Undefined where the browser draws it, because only the browser has the visitor's session. */
function drawnPage(): (() => Promise<unknown>) | undefined {
  if (document.documentElement.dataset.drawn === 'here' || !root?.hasChildNodes()) return undefined;
  const { pathname } = location;
  if (pathname.startsWith('/admin')) {
    return async () => (await import('#web/admin/shell/admin-shell.tsx')).preloadScreen(pathname);
  }
  return screenAt(pathname)?.preload;
}

/** The store's screen at an address that names no record. */
function screenAt(pathname: string): Screen | undefined {
  return storeRoutes.find(({ path }) => path === pathname)?.screen;
}

const known = document.getElementById('store')?.textContent;
if (known) queryClient.setQueryData(storeQuery().queryKey, JSON.parse(known));

const preloadDrawn = drawnPage();
if (preloadDrawn) {
  const reads: PublicPage['reads'] = JSON.parse(document.getElementById('reads')?.textContent ?? '[]');
  for (const [key, data] of reads) queryClient.setQueryData(key, data);
  // With the screen's code loaded, the page is hydrated at once. It is not awaited, because that code waits for this file.
  void preloadDrawn().then(() => {
    keepEarly(root);
    // In short tasks, so that a press meanwhile is answered (`pages` of npm run bench: the time that a page blocks a phone).
    startTransition(() => void hydrateRoot(root, <Root client={queryClient} />));
  });
} else {
  root.replaceChildren();
  delete document.documentElement.dataset.drawn;
  replayEarly();
  // The screen's code loads while the session's cookie is tried.
  void screenAt(location.pathname)?.preload();
  createRoot(root).render(<Root client={queryClient} />);
}
