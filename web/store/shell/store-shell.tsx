import { useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { Redirect, Route, Switch, useLocation, useSearchParams } from 'wouter';
import { unreachableAtom } from '#web/lib/api/session-atoms.ts';
import { Arrive } from '#web/lib/navigation/arrive.tsx';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { usePreloadedLinks } from '#web/lib/navigation/preload-screens.ts';
import type { ScreenRoute } from '#web/lib/navigation/screen.tsx';
import { useScrollToTop } from '#web/lib/navigation/scroll-on-navigation.ts';
import { useCustomer } from '#web/lib/session/session.ts';
import { ErrorBoundary } from '#web/shared/shell/error-boundary.tsx';
import { PageFallback } from '#web/shared/shell/page-fallback.tsx';
import { SkipLink } from '#web/shared/shell/skip-link.tsx';
import { Unreachable } from '#web/shared/shell/unreachable.tsx';
import { storeRoutes } from '#web/store/routes.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { TopBar } from './bar/top-bar.tsx';
import { BareHeader } from './bare-header.tsx';
import { guard } from './guard.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { HelpButton } from './support/help-button.tsx';

const Footer = lazily(() => import('./footer.tsx'), 'Footer');

const FOOTER_PATHS = new Set(['/', '/about']);

export function StoreShell() {
  const [path] = useLocation();
  useScrollToTop(path);
  usePreloadedLinks(storeRoutes);
  return (
    <div className="[--help-strip:2.75rem] [--page-gutter:4.5rem] xl:[--help-strip:0px]">
      <SkipLink />
      <Switch>
        {storeRoutes.map((route) => (
          <Route key={route.path} path={route.path}>
            <Guarded route={route} />
          </Route>
        ))}
        <Route>
          <Frame bare={false}>
            <Arrive title="Page not found" />
            <NotFoundPage />
          </Frame>
        </Route>
      </Switch>
      <HelpButton />
    </div>
  );
}

function Guarded({ route }: { route: ScreenRoute }) {
  const [path] = useLocation();
  const [search] = useSearchParams();
  const customer = useCustomer();
  const query = search.toString();
  const isUnreachable = useAtomValue(unreachableAtom);
  const verdict = guard({
    access: route.access,
    status: customer.status,
    user: customer.user,
    here: customer.leftFrom === path ? null : `${path}${query && `?${query}`}${globalThis.location?.hash ?? ''}`,
    redirect: search.get('redirect'),
  });
  const Screen = route.screen;
  if (verdict.kind === 'redirect') return <Redirect to={verdict.to} replace />;
  return (
    <Frame bare={route.access === 'guest' || route.access === 'unverified' || route.access === 'waiting'}>
      {verdict.kind === 'wait' && isUnreachable ? (
        <Unreachable />
      ) : verdict.kind === 'wait' && customer.error ? (
        <ErrorState
          message="We could not load your account. Your money and orders are untouched."
          onRetry={customer.reload}
        />
      ) : verdict.kind === 'wait' ? (
        <PageFallback />
      ) : (
        <ErrorBoundary resetKey={path}>
          <Suspense fallback={<PageFallback />}>
            <Arrive key={path} title={route.title} />
            <Screen />
          </Suspense>
        </ErrorBoundary>
      )}
    </Frame>
  );
}

function Frame({ bare, children }: { bare: boolean; children: React.ReactNode }) {
  const [path] = useLocation();
  return (
    <div className="flex min-h-[calc(100dvh-var(--help-strip))] flex-col">
      {bare ? <BareHeader /> : <TopBar />}
      <main id="main" tabIndex={-1} className="page-column grow py-8 lg:py-10">
        {children}
      </main>
      {FOOTER_PATHS.has(path) && <Footer />}
    </div>
  );
}
