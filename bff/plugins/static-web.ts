import path from 'node:path';
import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { BffConfig } from '#bff/deps.ts';
import { cookieOf, SIGNED_IN_COOKIE } from '#bff/http/cookies.ts';
import { notFound } from '#bff/lib/api-error.ts';
import { createPublicPages, type PublicPages } from './public-pages.ts';

const SMALLEST_COMPRESSED_BYTES = 1_024;

/** What these say of a page or a worker says nothing to a script, a style sheet or a font, and would be 800 bytes with each of them. */
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

/** Serves the built web app; any address that is no file and not the API's is the app's own to route. */
export async function registerStaticWeb(
  app: FastifyInstance,
  config: Pick<BffConfig, 'webDir' | 'publicUrl' | 'secureCookies'>,
): Promise<void> {
  const { webDir, publicUrl } = config;
  await app.register(compress, {
    threshold: SMALLEST_COMPRESSED_BYTES,
    encodings: ['br', 'gzip'],
    // Answers only: what comes in compressed is refused (see security.ts).
    globalDecompression: false,
  });
  const root = webDir === undefined ? undefined : path.resolve(webDir);
  if (root !== undefined) {
    await app.register(fastifyStatic, {
      root,
      // On a first start the store may be open before its screens are built.
      suppressWarning: true,
      // Looked up at each request: a start that finds old screens serves them while the new ones are built.
      wildcard: true,
      // What draws pages on the server lies there.
      dotfiles: 'ignore',
      // Those that the build has made; what has none is compressed on its way out.
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        // Vite names these by their content, so a name never means anything else.
        const isHashed = file.includes(`${path.sep}assets${path.sep}`);
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        if (isHashed && !file.includes('worker')) for (const name of OF_PAGES) reply.raw.removeHeader(name);
      },
    });
  }
  // A page like the others, not the folder's index.
  app.get('/', { schema: { hide: true } }, (_request, reply) => reply.callNotFound());
  const pages = root === undefined ? undefined : createPublicPages(app, root, publicUrl);
  registerSearchEngines(app, publicUrl, pages);
  // No promise is resolved with the reply: it would be listened to twice more for its end.
  app.setNotFoundHandler((request, reply) => {
    const [pathname = '', search] = request.url.split('?');
    const wantsPage = request.method === 'GET' && !/^\/(api|metrics)(\/|$)/.test(pathname);
    if (!wantsPage || !pages?.areBuilt() || path.extname(pathname) !== '') throw notFound();
    reply.headers({ 'cache-control': 'no-cache', vary: 'cookie' });
    const keepsSession = cookieOf(request, config, SIGNED_IN_COOKIE) !== undefined;
    const drawn = keepsSession ? undefined : pages.page(pathname, search);
    Promise.all([drawn, pages.hasScreen(pathname)]).then(
      ([html, hasScreen]) => {
        if (html !== undefined) void reply.type('text/html; charset=utf-8').send(html);
        // Somebody's own page, the back office, the address of a mail, one of no page: nothing for search engines.
        else
          void reply
            .code(hasScreen ? 200 : 404)
            .header('x-robots-tag', 'noindex')
            .sendFile('index.html');
      },
      (error: unknown) => void reply.send(error),
    );
  });
}

/** What search engines ask for: which pages are theirs to read. */
function registerSearchEngines(app: FastifyInstance, publicUrl: string, pages: PublicPages | undefined): void {
  const hidden = { schema: { hide: true } };
  app.get('/robots.txt', hidden, (_request, reply) =>
    reply
      .type('text/plain')
      // A page that says `noindex` must be open to them: of one that they may not read they would keep the address.
      .send(`User-agent: *\nDisallow: /api/\nSitemap: ${new URL('/sitemap.xml', publicUrl)}\n`),
  );
  app.get('/sitemap.xml', hidden, async (_request, reply) => {
    const urls = ((await pages?.paths()) ?? []).map((each) => `<url><loc>${new URL(each, publicUrl)}</loc></url>`);
    return reply
      .type('application/xml')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`,
      );
  });
}
