import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { accentCss } from '#bff/contract/base/accent.ts';
import { UNNAMED_STORE } from '#bff/contract/base/unnamed-store.ts';
import type { PublicSeller } from '#bff/contract/office/admin-settings.ts';
import { knownVersion } from '#bff/kit/lib/seller.ts';
import type { SettingsReader } from '#core/ledger/settings.ts';
import type { demonstrationStrip } from './demonstration-strip.ts';

/** A drawn page is reused for this time, because it is the same for all visitors. */
const FRESH_MS = 10_000;
/** Each version of the settings has pages of its own. */
const MAX_KEPT = 100;

/** What `web/app/server.tsx` is built into. */
type Drawer = {
  readonly publicPaths: readonly string[];
  readonly drawnPaths: readonly string[];
  /** Screens from an older build do not have it. */
  hasScreen?(path: string): boolean;
  signInOf?(path: string): string | undefined;
  renderPage(path: string, server: Server): Promise<DrawnPage>;
};
type DrawnPage = {
  readonly title: string;
  readonly description: string | undefined;
  readonly html: string;
  readonly reads: unknown;
};
type Server = { readonly origin: string; send(address: string): Promise<Response> };

export type PublicPages = {
  /** Whether the screens are built. */
  areBuilt(): boolean;
  /**
   * The page as HTML, or undefined where search engines get none: the browser draws it. An address of members gets the sign-in, which leads
   * back there. A browser with a session shows its page in that place, any other one changes to the sign-in's address (before-paint.js).
   */
  page(pathname: string, search: string | undefined): Promise<string | undefined>;
  /** Without its content, which the browser draws. */
  bare(): Promise<string>;
  /** How the store presents itself; null where nobody has said that. */
  store(): Promise<PublicSeller | null>;
  hasScreen(pathname: string): Promise<boolean>;
  paths(): Promise<readonly string[]>;
};

/** Draws the store's public pages for visitors. A page that cannot be drawn is logged, and the browser draws it. */
export function createPublicPages(
  app: FastifyInstance,
  { webDir, publicUrl, settings }: { webDir: string; publicUrl: string; settings: Pick<SettingsReader, 'now'> },
  withStrip: ReturnType<typeof demonstrationStrip>,
): PublicPages {
  const template = path.join(webDir, 'index.html');
  const code = path.join(webDir, '.server');
  const manifest = path.join(code, '.vite/manifest.json');
  const kept = new Map<string, { until: number; page: Promise<string> }>();
  const server: Server = {
    origin: new URL(publicUrl).origin,
    send: async (address) => {
      const { statusCode, body } = await app.inject({ url: address, headers: { host: new URL(publicUrl).host } });
      return new Response(body, { status: statusCode });
    },
  };
  const store = storeOf(server, settings);
  let loaded: { version: number; drawer: Drawer } | undefined;

  /** Screens can be built while the store is open, so the file's name may change. */
  async function drawer(): Promise<Drawer | undefined> {
    if (!existsSync(manifest)) return undefined;
    const version = (await stat(manifest)).mtimeMs;
    if (loaded?.version !== version) {
      const { file } =
        (JSON.parse(await readFile(manifest, 'utf8')) as Record<string, { file: string }>)['app/server.tsx'] ?? {};
      if (file === undefined) return undefined;
      loaded = { version, drawer: (await import(pathToFileURL(path.join(code, file)).href)) as Drawer };
      kept.clear();
    }
    return loaded.drawer;
  }

  async function draw(drawn: Drawer, pathname: string, isSentThere: boolean): Promise<string> {
    try {
      const { title, description, html, reads } = await drawn.renderPage(pathname, server);
      const signIn = isSentThere ? `<meta name="sign-in" content="${escapeHtml(pathname)}" />` : '';
      // A `</script>` in the data would end the element.
      const json = JSON.stringify(reads).replaceAll('<', '\\u003c');
      return withCodeLater(await named(pathname, { title, description }))
        .replace('</title>', () => `</title>${signIn}`)
        .replace(
          '<div id="root"></div>',
          () => `<div id="root">${html}</div><script id="reads" type="application/json">${json}</script>`,
        );
    } catch (error) {
      app.log.error({ err: error, path: pathname }, 'a public page could not be drawn; the browser draws it');
      return named(pathname);
    }
  }

  const named = async (pathname: string, words?: Words): Promise<string> =>
    withWords(await bare(), { origin: server.origin, store: await store(), pathname, words });
  const bare = async (): Promise<string> => withStrip(withStore(await readFile(template, 'utf8'), await store()));

  return {
    areBuilt: () => existsSync(template),
    bare,
    store,
    hasScreen: async (pathname) => (await drawer())?.hasScreen?.(pathname) ?? true,
    paths: async () => (await drawer())?.publicPaths ?? [],
    async page(pathname, search) {
      const drawn = await drawer();
      const isDrawn = drawn?.drawnPaths.includes(pathname) === true;
      // A query changes the content of a page. The browser takes it into account, the drawn page does not.
      if (isDrawn && search !== undefined) return named(pathname);
      const shown = isDrawn ? pathname : drawn?.signInOf?.(pathname);
      if (drawn === undefined || shown === undefined) return undefined;
      const now = performance.now();
      const key = `${knownVersion(settings)} ${isDrawn ? shown : `to ${shown}`}`;
      const last = kept.get(key);
      if (last && last.until > now) return last.page;
      const page = draw(drawn, shown, !isDrawn);
      if (kept.size > MAX_KEPT) kept.clear();
      kept.set(key, { until: now + FRESH_MS, page });
      return page;
    },
  };
}

/** What pages say of the store. It is asked for once a version of the settings, which alone change it. */
function storeOf(server: Server, settings: Pick<SettingsReader, 'now'>): PublicPages['store'] {
  const ask = async () => {
    const answer = (await (await server.send('/api/seller')).json()) as { data?: PublicSeller | null };
    return answer.data ?? null;
  };
  let known: { readonly version: number; readonly store: Promise<PublicSeller | null> } | undefined;
  return () => {
    const version = knownVersion(settings);
    if (known?.version !== version) known = { version, store: ask() };
    return known.store;
  };
}

/** The screens' code in the built page; the entry comes first. */
const CODE =
  /\s*<(?:script type="module"[^>]* src="([^"]+)"><\/script>|link rel="modulepreload"[^>]* href="([^"]+)">)/g;
const BEFORE_PAINT = '<script src="/before-paint.js">';

/**
 * Replaces the script elements by their names, which `web/public/before-paint.js` loads once the page is shown. On a phone's connection the
 * code would delay the style sheet, the font and the picture.
 */
function withCodeLater(page: string): string {
  if (!page.includes(BEFORE_PAINT)) return page;
  const code: string[] = [];
  const rest = page.replace(CODE, (_whole, entry?: string, imported?: string) => {
    code.push(entry ?? imported ?? '');
    return '';
  });
  return rest.replace(BEFORE_PAINT, (script) => `<meta name="code" content="${code.join(' ')}" />\n    ${script}`);
}

type Words = Pick<DrawnPage, 'title' | 'description'>;
/**
 * The built page with its canonical address for search engines, which has no query, and with what a messenger shows of a link to it. Without
 * words of its own it has the store's.
 */
function withWords(
  page: string,
  { origin, store, pathname, words }: { origin: string; store: PublicSeller | null; pathname: string; words?: Words },
): string {
  const own = { title: TITLE.exec(page)?.[1] ?? '', description: DESCRIPTION.exec(page)?.[2] ?? '' };
  const title = words?.title === undefined ? own.title : escapeHtml(words.title);
  const description = words?.description === undefined ? own.description : escapeHtml(words.description);
  const address = escapeHtml(origin + pathname);
  const picture = store?.logo ?? SHARED_PICTURE;
  const shared = {
    'og:type': 'website',
    'og:site_name': escapeHtml(store?.name ?? UNNAMED_STORE),
    'og:title': title,
    'og:description': description,
    'og:url': address,
    'og:image': escapeHtml(origin + picture.url),
    'og:image:width': String(picture.width),
    'og:image:height': String(picture.height),
  };
  const tags = Object.entries(shared).map(([name, content]) => `<meta property="${name}" content="${content}" />`);
  return page
    .replace(DESCRIPTION, (_whole, before: string) => before + description)
    .replace(
      TITLE,
      () =>
        `<title>${title}</title><link rel="canonical" href="${address}" />${tags.join('')}<meta name="twitter:card" content="summary_large_image" />`,
    );
}

/** Of a store without a logo. */
const SHARED_PICTURE = { url: '/share.png', width: 1200, height: 630 } as const;

/**
 * The built page with the store's name and colour, which must be right in the first paint, and all that the browser's code knows of the
 * store.
 */
function withStore(page: string, store: PublicSeller | null): string {
  const name = escapeHtml(store?.name ?? UNNAMED_STORE);
  const accent = store?.accent ? `<style id="accent">${accentCss(store.accent)}</style>` : '';
  const json = JSON.stringify({ data: store }).replaceAll('<', '\\u003c');
  return page.replace(
    TITLE,
    () =>
      `<title>${name}</title><meta name="application-name" content="${name}" />${accent}<script id="store" type="application/json">${json}</script>`,
  );
}

const TITLE = /<title>(.*?)<\/title>/;
const DESCRIPTION = /(<meta name="description" content=")([^"]*)/;

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
