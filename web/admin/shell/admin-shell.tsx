import { Suspense } from 'react';
import { Redirect, Route, Switch, useLocation, useSearchParams } from 'wouter';
import type { Permission } from '#bff/contract/roles.ts';
import { type AdminRoute, adminRoutes } from '#web/admin/routes.tsx';
import { useMustEnrol } from '#web/admin/shared/must-enrol.ts';
import { useAdministrator } from '#web/lib/administrator.ts';
import { Arrive } from '#web/lib/arrive.tsx';
import { ErrorBoundary } from '#web/lib/error-boundary.tsx';
import { PageFallback } from '#web/lib/page-fallback.tsx';
import { usePreloadedLinks } from '#web/lib/preload-screens.ts';
import { safeRedirect } from '#web/lib/realm.ts';
import { useScrollToTop } from '#web/lib/scroll-on-navigation.ts';
import { SkipLink } from '#web/lib/skip-link.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { AdminTopBar } from './admin-top-bar.tsx';
import { EnrolBar } from './enrol-bar.tsx';
import { NoAccess } from './no-access.tsx';
import { Sidebar } from './sidebar.tsx';

const HOME = '/admin/dashboard';
const LOGIN = '/admin/login';
const SECURITY = '/admin/security';

/** Fetches the code of the screen at that address. */
export const preloadScreen = (address: string) => adminRoutes.find(({ path }) => path === address)?.screen.preload();

/** The back office around its screens: sidebar, top bar, sign-in protection. */
export function AdminShell() {
  const [path] = useLocation();
  useScrollToTop(path);
  usePreloadedLinks(adminRoutes);
  return (
    <>
      <SkipLink />
      <Switch>
        <Route path="/admin">
          <Redirect to={HOME} replace />
        </Route>
        {adminRoutes.map((route) => (
          <Route key={route.path} path={route.path}>
            <Guarded route={route} />
          </Route>
        ))}
        <Route>
          <Guarded route={null} />
        </Route>
      </Switch>
    </>
  );
}

/** Null stands for an address that is no screen; only administrators see that it is none. */
function Guarded({ route }: { route: AdminRoute | null }) {
  const [path] = useLocation();
  const [search] = useSearchParams();
  const { status, leftFrom } = useAdministrator();
  const mustEnrol = useMustEnrol();
  const isGuestPage = route?.access === 'guest';
  if (status === 'signed-out' && !isGuestPage) {
    const query = search.toString();
    const here = encodeURIComponent(query ? `${path}?${query}` : path);
    return <Redirect to={leftFrom === path ? LOGIN : `${LOGIN}?redirect=${here}`} replace />;
  }
  if (status === 'signed-in' && isGuestPage) {
    return <Redirect to={adminRedirect(search.get('redirect'))} replace />;
  }
  if (mustEnrol && path !== SECURITY) return <Redirect to={SECURITY} replace />;
  const content = (
    <ErrorBoundary resetKey={path}>
      <Suspense fallback={<PageFallback />}>
        <Arrive key={path} title={`${route?.title ?? 'Page not found'} · Admin`} />
        <Content route={route} />
      </Suspense>
    </ErrorBoundary>
  );
  if (isGuestPage) {
    return (
      <main id="main" tabIndex={-1} className="min-h-dvh">
        {content}
      </main>
    );
  }
  return (
    <div className="flex min-h-dvh">
      {/* What stays closed is not offered. The page keeps its place: recovery codes are shown once, on the way through. */}
      {mustEnrol ? null : <Sidebar />}
      <div className="flex min-w-0 grow flex-col">
        {mustEnrol ? <EnrolBar /> : <AdminTopBar />}
        <main id="main" tabIndex={-1} className="page-column grow py-8 [--sticky-top:4rem]">
          {content}
        </main>
      </div>
    </div>
  );
}

const opens = (permissions: readonly Permission[], { permission }: AdminRoute): boolean =>
  permission !== undefined && permissions.includes(permission);

function Content({ route }: { route: AdminRoute | null }) {
  const { status, administrator, permissions } = useAdministrator();
  if (status === 'unknown' || (status === 'signed-in' && !administrator)) return <PageFallback />;
  if (!route) return <NotFound />;
  if (route.permission && !opens(permissions, route)) return <NoAccess permission={route.permission} home={HOME} />;
  const Screen = route.screen;
  return <Screen />;
}

/** Where login leads: a place of the back office, never one of the store. */
function adminRedirect(target: string | null): string {
  const path = safeRedirect(target, HOME);
  return path.startsWith('/admin/') && !path.startsWith(LOGIN) ? path : HOME;
}

function NotFound() {
  return (
    <div className="flex flex-col items-center py-20 text-center">
      <p className="tabular text-sm font-medium text-accent-ink">404</p>
      <h1 tabIndex={-1} className="mt-2 text-xl font-semibold">
        Page not found
      </h1>
      <p className="mt-2 max-w-sm text-muted">There is no such place in the back office.</p>
      <LinkButton href={HOME} variant="primary" className="mt-6">
        Go to the dashboard
      </LinkButton>
    </div>
  );
}
