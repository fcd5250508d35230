// With the app, or its chunk would bring the table's code to pages without one.
import '#web/lib/browser/narrow.ts';
import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { ErrorBoundary } from '#web/shared/shell/error-boundary.tsx';
import { OfflineBanner } from '#web/shared/shell/offline-banner.tsx';
import { StoreShell } from '#web/store/shell/store-shell.tsx';

/** The back office is a separate bundle at the same address, so customers never load its code. */
const AdminShell = lazy(() => import('#web/admin/shell/admin-shell.tsx').then((m) => ({ default: m.AdminShell })));
/** All shared pieces on one page, for developers and tests, never in the product. */
const HAS_GALLERY = import.meta.env.DEV || import.meta.env.MODE === 'gallery';
const Gallery = HAS_GALLERY ? lazy(() => import('./gallery.tsx').then((m) => ({ default: m.Gallery }))) : () => null;

/** Store or back office, by the path. */
export function App() {
  return (
    <ErrorBoundary>
      <OfflineBanner />
      <Suspense fallback={null}>
        <Switch>
          {HAS_GALLERY && <Route path="/__gallery/*?" component={Gallery} />}
          <Route path="/admin/*?" component={AdminShell} />
          <Route component={StoreShell} />
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}
