import { readFile } from 'node:fs/promises';
import path from 'node:path';
import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { UNNAMED_STORE } from '#bff/contract/base/unnamed-store.ts';
import type { BffConfig, BffDeps } from '#bff/kit/deps.ts';
import { cookieOf, SIGNED_IN_COOKIE } from '#bff/kit/http/cookies.ts';
import { notFound } from '#bff/kit/lib/api-error.ts';
import { demonstrationStrip } from './demonstration-strip.ts';
import { sendNotOpen } from './not-open-page.ts';
import { createPublicPages, type PublicPages } from './public-pages.ts';

const SETUP_PAGE = '/admin/setup';
const SECURITY_TXT_DAYS = 180;
const SMALLEST_COMPRESSED_BYTES = 1_024;

/** Headers about pages or workers have no effect on a script, a style sheet or a font, and would add 800 bytes to each of them. */
const OF_PAGES = [
  'content-security-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
] as const;

/**
 * Serves the built web app. The app itself routes every address that is neither a file nor the API's. A store without an owner answers pages
 * of the back office with its setup; until it is open, customers see that and nothing else.
 */
export async function registerStaticWeb(
  app: FastifyInstance,
  {
    config,
    settings,
  }: { readonly config: Pick<BffConfig, 'webDir' | 'publicUrl' | 'secureCookies'> } & Pick<BffDeps, 'settings'>,
  stateOf: () => Promise<'ownerless' | 'closed' | 'open'>,
  /** The addresses of screens that have nothing to show at the moment, such as an imprint that nobody has written. */
  emptyPages: () => readonly string[] = () => [],
): Promise<void> {
  const { webDir, publicUrl } = config;
  await app.register(compress, {
    threshold: SMALLEST_COMPRESSED_BYTES,
    encodings: ['br', 'gzip'],
    // Only for answers: compressed requests are refused (see security.ts).
    globalDecompression: false,
  });
  const root = webDir === undefined ? undefined : path.resolve(webDir);
  if (root !== undefined) {
    await app.register(fastifyStatic, {
      root,
      // On a first start the store may be open before its screens are built.
      suppressWarning: true,
      // Files are looked up at each request: a start with old screens serves them while new ones are built.
      wildcard: true,
      // The folder has the code that draws pages on the server.
      dotfiles: 'ignore',
      // Serves the files that the build compressed; the others are compressed while they are sent.
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        // Vite names these files by their content, so a name always has the same content.
        const isHashed = file.includes(`${path.sep}assets${path.sep}`);
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        if (isHashed && !file.includes('worker')) for (const name of OF_PAGES) reply.raw.removeHeader(name);
      },
    });
  }
  // The start page is drawn like the others, not served as the folder's index.
  app.get('/', { schema: { hide: true } }, (_request, reply) => reply.callNotFound());
  const withStrip = demonstrationStrip(settings);
  const pages =
    root === undefined ? undefined : createPublicPages(app, { webDir: root, publicUrl, settings }, withStrip);
  registerSearchEngines(app, publicUrl, pages, emptyPages);
  if (root !== undefined && pages) registerIcons(app, root, pages);
  // Does not resolve a promise with the reply, because Fastify would add two more listeners for its end.
  app.setNotFoundHandler((request, reply) => {
    const [pathname = '', search] = request.url.split('?');
    const wantsPage = ['GET', 'HEAD'].includes(request.method) && !/^\/(api|metrics)(\/|$)/.test(pathname);
    if (!wantsPage || !pages?.areBuilt() || path.extname(pathname) !== '') throw notFound();
    reply.headers({ 'cache-control': 'no-cache', vary: 'cookie' });
    const isOffice = /^\/admin(\/|$)/.test(pathname);
    const keepsSession = cookieOf(request, config, SIGNED_IN_COOKIE) !== undefined;
    // An earlier version may still be there to be looked at.
    const isEmpty = search === undefined && emptyPages().includes(pathname);
    const drawn = keepsSession || isEmpty ? undefined : pages.page(pathname, search);
    const sent = async () => {
      const [html, hasScreen, state] = await Promise.all([
        drawn,
        isEmpty ? false : pages.hasScreen(pathname),
        stateOf(),
      ]);
      if (state !== 'open' && !isOffice) return void sendNotOpen(reply, withStrip);
      if (state === 'ownerless' && pathname !== SETUP_PAGE) return void reply.redirect(SETUP_PAGE);
      reply.type('text/html; charset=utf-8');
      if (html !== undefined) return void reply.send(html);
      // A customer's own page, the back office, the address of a mail, an unknown page: not for search engines.
      reply.code(hasScreen ? 200 : 404).header('x-robots-tag', 'noindex');
      return void reply.send(await pages.bare());
    };
    sent().then(
      () => undefined,
      (error: unknown) => void reply.send(error),
    );
  });
}

const ACCENT = '#4a3fc9';

/** What a browser keeps of the store on a desktop: its name, and the mark in its colour. */
function registerIcons(app: FastifyInstance, root: string, pages: PublicPages): void {
  const hidden = { schema: { hide: true } };
  app.get('/site.webmanifest', hidden, async (_request, reply) => {
    const store = await pages.store();
    const name = store?.name ?? UNNAMED_STORE;
    return reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .send({
        name,
        short_name: name,
        start_url: '/',
        display: 'browser',
        background_color: '#ffffff',
        theme_color: store?.accent ?? ACCENT,
        icons: [
          { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
          { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
        ],
      });
  });
  app.get('/favicon.svg', hidden, async (_request, reply) => {
    const drawn = await readFile(path.join(root, 'favicon.svg'), 'utf8');
    const accent = (await pages.store())?.accent ?? ACCENT;
    return reply.type('image/svg+xml').header('cache-control', 'no-cache').send(drawn.replaceAll(ACCENT, accent));
  });
}

/** The files for search engines: which pages they may read. */
function registerSearchEngines(
  app: FastifyInstance,
  publicUrl: string,
  pages: PublicPages | undefined,
  emptyPages: () => readonly string[],
): void {
  const hidden = { schema: { hide: true } };
  app.get('/robots.txt', hidden, (_request, reply) =>
    reply
      .type('text/plain')
      // Pages with `noindex` must stay readable for them, because they list the address of a page that they may not read.
      .send(`User-agent: *\nDisallow: /api/\nSitemap: ${new URL('/sitemap.xml', publicUrl)}\n`),
  );
  // RFC 9116. It is drawn for each request, so it never ends.
  app.get('/.well-known/security.txt', hidden, (_request, reply) => {
    const expires = new Date(Date.now() + SECURITY_TXT_DAYS * 86_400_000).toISOString();
    const contact = new URL('/about', publicUrl);
    return reply.type('text/plain').send(`Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\n`);
  });
  app.get('/sitemap.xml', hidden, async (_request, reply) => {
    const empty = emptyPages();
    const urls = ((await pages?.paths()) ?? [])
      .filter((each) => !empty.includes(each))
      .map((each) => `<url><loc>${new URL(each, publicUrl)}</loc></url>`);
    return reply
      .type('application/xml')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`,
      );
  });
}
