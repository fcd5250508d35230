import { useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { Redirect, Route, Switch, useLocation, useSearchParams } from 'wouter';
import { type AdminRoute, adminRoutes } from '#web/admin/routes.tsx';
import { useMustEnrol } from '#web/admin/shared/permission/must-enrol.ts';
import { unreachableAtom } from '#web/lib/api/session-atoms.ts';
import { safeRedirect } from '#web/lib/call/realm.ts';
import { Arrive } from '#web/lib/navigation/arrive.tsx';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { usePreloadedLinks } from '#web/lib/navigation/preload-screens.ts';
import { useScrollToTop } from '#web/lib/navigation/scroll-on-navigation.ts';
import { useAdministrator } from '#web/lib/session/administrator.ts';
import { ErrorBoundary } from '#web/shared/shell/error-boundary.tsx';
import { PageFallback } from '#web/shared/shell/page-fallback.tsx';
import { SkipLink } from '#web/shared/shell/skip-link.tsx';
import { Unreachable } from '#web/shared/shell/unreachable.tsx';
import { AdminTopBar } from './admin-top-bar.tsx';
import { Sidebar } from './sidebar.tsx';

/** Loaded when it shows, because most administrators have their second factor. */
const EnrolBar = lazily(() => import('./enrol-bar.tsx'), 'EnrolBar');
/** The same, because a store is set up once. */
const SetupFrame = lazily(() => import('./setup-frame.tsx'), 'SetupFrame');
const NotOpenBar = lazily(() => import('./not-open-bar.tsx'), 'NotOpenBar');

/** Few see them. */
const NotFound = lazily(() => import('./dead-ends.tsx'), 'NotFound');
const NoAccess = lazily(() => import('./dead-ends.tsx'), 'NoAccess');

const HOME = '/admin/dashboard';
const LOGIN = '/admin/login';
const SECURITY = '/admin/security';
const SETUP = '/admin/setup';

/** Fetches the code of the screen at that address. */
export const preloadScreen = (address: string) => adminRoutes.find(({ path }) => path === address)?.screen.preload();

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

/** Null for an address without a screen, which only administrators find out. */
function Guarded({ route }: { route: AdminRoute | null }) {
  const [path] = useLocation();
  const [search] = useSearchParams();
  const { status, leftFrom, store } = useAdministrator();
  const isClosed = store === 'closed';
  const mustEnrol = useMustEnrol();
  const isGuestPage = route?.access === 'guest';
  if (route?.access === 'setup') {
    return (
      <main id="main" tabIndex={-1} className="min-h-dvh">
        <SetupFrame>
          <Framed route={route} />
        </SetupFrame>
      </main>
    );
  }
  if (status === 'signed-out' && !isGuestPage) {
    const query = search.toString();
    const here = encodeURIComponent(`${path}${query && `?${query}`}${location.hash}`);
    return <Redirect to={leftFrom === path ? LOGIN : `${LOGIN}?redirect=${here}`} replace />;
  }
  if (status === 'signed-in' && isGuestPage) {
    return <Redirect to={adminRedirect(search.get('redirect'), isClosed ? SETUP : HOME)} replace />;
  }
  if (mustEnrol && path !== SECURITY) return <Redirect to={isClosed ? SETUP : SECURITY} replace />;
  const content = <Framed route={route} />;
  if (isGuestPage) {
    return (
      <main id="main" tabIndex={-1} className="min-h-dvh">
        {content}
      </main>
    );
  }
  return (
    <div className="flex min-h-dvh">
      {/* Closed places are not offered. The page keeps its position in the tree: it shows recovery codes only once, during this change. */}
      {mustEnrol ? null : <Sidebar />}
      <div className="flex min-w-0 grow flex-col">
        {mustEnrol ? <EnrolBar /> : <AdminTopBar />}
        {isClosed && !mustEnrol && <NotOpenBar />}
        <main id="main" tabIndex={-1} className="page-column grow py-8">
          {content}
        </main>
      </div>
    </div>
  );
}

function Framed({ route }: { route: AdminRoute | null }) {
  const [path] = useLocation();
  return (
    <ErrorBoundary resetKey={path}>
      <Suspense fallback={<PageFallback />}>
        <Arrive key={path} title={`${route?.title ?? 'Page not found'} · Admin`} />
        <Content route={route} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Content({ route }: { route: AdminRoute | null }) {
  const { status, administrator, permissions } = useAdministrator();
  const isUnreachable = useAtomValue(unreachableAtom);
  if (status === 'unknown' && isUnreachable) return <Unreachable />;
  if (status === 'unknown' || (status === 'signed-in' && !administrator)) return <PageFallback />;
  if (!route) return <NotFound home={HOME} />;
  const { access, screen: Screen } = route;
  if (access !== 'guest' && access !== 'setup' && !permissions.includes(access)) {
    return <NoAccess permission={access} home={HOME} />;
  }
  return <Screen />;
}

/** Where login leads: a page of the back office, never one of the store. */
function adminRedirect(target: string | null, home: string): string {
  const path = safeRedirect(target, home);
  return path.startsWith('/admin/') && !path.startsWith(LOGIN) ? path : home;
}
