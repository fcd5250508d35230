import { type Query, QueryClient, type QueryKey } from '@tanstack/react-query';
import { getDefaultStore } from 'jotai';
import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import { UNNAMED_STORE } from '#bff/contract/base/unnamed-store.ts';
import { adminRoutes } from '#web/admin/routes.tsx';
import { transport } from '#web/lib/api/api.ts';
import { sessionAtoms } from '#web/lib/api/session-atoms.ts';
import { REALMS } from '#web/lib/call/realm.ts';
import type { ScreenRoute } from '#web/lib/navigation/screen.tsx';
import { pageTitle } from '#web/lib/navigation/use-title.ts';
import { storeQuery } from '#web/lib/store/store.ts';
import { PAGE_DESCRIPTIONS } from '#web/store/info/page-descriptions.ts';
import { storeRoutes } from '#web/store/routes.tsx';
import { guard } from '#web/store/shell/guard.ts';
import { Root } from './root.tsx';

// Draws the store's public pages and the sign-in of the back office as HTML. The BFF uses it for visitors. `main.tsx` hydrates them in the
// browser.

/** A read may depend on the answer of another one; no page goes deeper than this. */
const MAX_PASSES = 3;

for (const session of Object.values(sessionAtoms)) getDefaultStore().set(session, { status: 'signed-out' });

const isPublic = ({ path, access }: ScreenRoute) => (access === 'open' || access === 'guest') && !path.includes(':');

export const publicPaths: readonly string[] = storeRoutes.filter(isPublic).map(({ path }) => path);
/** The drawn pages: also the back office's sign-in, which is not in the map for search engines. */
export const drawnPaths: readonly string[] = [...publicPaths, REALMS.admin.loginPage];

/** Capitals and a slash at the end do not distinguish addresses, as in the browser. */
const patternOf = (path: string) => new URLPattern({ pathname: path }, { ignoreCase: true });
const storeScreens = storeRoutes.map((route) => ({ ...route, pattern: patternOf(route.path) }));
const patterns = [patternOf('/admin'), ...[...storeRoutes, ...adminRoutes].map(({ path }) => patternOf(path))];
const trimmed = (pathname: string) => ({ pathname: pathname.replace(/(?<=.)\/$/, '') });

/** Whether there is a screen; otherwise the browser shows "Page not found". */
export const hasScreen = (pathname: string): boolean => patterns.some((pattern) => pattern.test(trimmed(pathname)));

/** The sign-in to which the store's route protection sends a visitor from this address; undefined where it sends nobody away. */
export function signInOf(pathname: string): string | undefined {
  const route = storeScreens.find(({ pattern }) => pattern.test(trimmed(pathname)));
  if (!route) return undefined;
  const visitor = { status: 'signed-out', user: undefined, here: null, redirect: null } as const;
  const verdict = guard({ access: route.access, ...visitor });
  return verdict.kind === 'redirect' ? verdict.to : undefined;
}

export type PublicPage = {
  title: string;
  /** Undefined: the store's own. */
  description: string | undefined;
  /** The content of `#root`. */
  html: string;
  /** The page's reads, for the browser's cache. */
  reads: readonly (readonly [QueryKey, unknown])[];
};

/**
 * Draws a public page. `server` answers the GETs of the API for a visitor. The first passes find the page's reads, the last one draws it.
 * Throws errors of components, and ApiError for a refused read.
 */
export async function renderPage(path: string, server: Pick<typeof transport, 'origin' | 'send'>): Promise<PublicPage> {
  Object.assign(transport, server);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let html = await draw(path, client);
  for (let pass = 1; pass < MAX_PASSES; pass += 1) {
    const wanted = client.getQueryCache().findAll({ predicate: isWanted });
    if (wanted.length === 0) break;
    await Promise.all(wanted.map((query) => query.fetch()));
    html = await draw(path, client);
  }
  const reads = client.getQueriesData({}).filter(([, answer]) => answer !== undefined);
  const store = client.getQueryData(storeQuery().queryKey)?.data?.name ?? UNNAMED_STORE;
  return { title: pageTitle(titleOf(path), store), description: PAGE_DESCRIPTIONS[path]?.(store), html, reads };
}

function titleOf(path: string): string | undefined {
  const office = adminRoutes.find((route) => route.path === path);
  return office ? `${office.title} · Admin` : storeRoutes.find((route) => route.path === path)?.title;
}

const isWanted = ({ state, options }: Query): boolean =>
  state.data === undefined && !('enabled' in options && options.enabled === false);

async function draw(path: string, client: QueryClient): Promise<string> {
  const { prelude } = await prerender(
    <Router ssrPath={path}>
      <Root client={client} />
    </Router>,
    {
      onError: (error) => {
        throw error;
      },
      // Larger parts would be sent after the page, with an inline script that moves them into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    },
  );
  return new Response(prelude).text();
}
