import { existsSync } from 'node:fs';
import path from 'node:path';
import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from '#bff/lib/api-error.ts';

const SMALLEST_COMPRESSED_BYTES = 1_024;

/** Serves the built web app; any address that is no file and not the API's is the app's own to route. */
export async function registerStaticWeb(app: FastifyInstance, webDir: string | undefined): Promise<void> {
  await app.register(compress, {
    threshold: SMALLEST_COMPRESSED_BYTES,
    encodings: ['br', 'gzip'],
    // Answers only: what comes in compressed is refused (see security.ts).
    globalDecompression: false,
  });
  const root = webDir === undefined ? undefined : path.resolve(webDir);
  const hasApp = root !== undefined && existsSync(path.join(root, 'index.html'));
  if (hasApp) {
    await app.register(fastifyStatic, {
      root,
      // Looked up at each request: a start that finds old screens serves them while the new ones are built.
      wildcard: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        // Vite names these by their content, so a name never means anything else.
        const isHashed = file.includes(`${path.sep}assets${path.sep}`);
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  // Not async: a reply that a promise is resolved with is listened to twice more for its end.
  app.setNotFoundHandler((request, reply) => {
    const pathname = request.url.split('?')[0] ?? '';
    const wantsPage = request.method === 'GET' && !/^\/(api|metrics)(\/|$)/.test(pathname);
    if (!wantsPage || !hasApp || path.extname(pathname) !== '') throw notFound();
    reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
