import path from 'node:path';
import type { Page } from 'playwright';
import { build, type PreviewServer, preview } from 'vite';
import { ensureWebBuild } from '#infra/local/web-build.ts';
import { makeThrowawayDir } from '#infra/proof/testing/throwaway-dir.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const APP = { configFile: path.join(ROOT, 'vite.config.ts'), root: path.join(ROOT, 'web'), logLevel: 'error' } as const;

export type BuiltServer = { url: string; stop(): Promise<void> };

/**
 * The built web app without an API: the test answers the page's calls. It is built, because a dev server prepares packages while the first
 * page is open and then reloads it.
 */
export async function startBuiltServer(): Promise<BuiltServer> {
  await ensureWebBuild(process.env);
  const server = await serve(path.join(ROOT, 'dist/web'));
  return { url: addressOf(server), stop: () => server.close() };
}

/** The same with pages that the product does not have: the gallery of shared pieces, and the API client at `/api-client.js`. */
export async function startGalleryServer(): Promise<BuiltServer> {
  const outDir = await makeThrowawayDir('gallery');
  const rolldownOptions = {
    input: { index: path.join(APP.root, 'index.html'), 'api-client': path.join(APP.root, 'lib/api/api.ts') },
    preserveEntrySignatures: 'exports-only',
    // The files have names, unlike the product's own, because a test delays a file by its name.
    output: { entryFileNames: '[name].js', chunkFileNames: 'assets/[name]-[hash].js' },
  } as const;
  await build({ ...APP, mode: 'gallery', build: { outDir: outDir.path, emptyOutDir: true, rolldownOptions } });
  const server = await serve(outDir.path);
  return {
    url: addressOf(server),
    stop: async () => {
      await server.close();
      await outDir.remove();
    },
  };
}

const serve = (outDir: string): Promise<PreviewServer> =>
  preview({ ...APP, build: { outDir }, preview: { host: '127.0.0.1', port: 0, proxy: {} } });

function addressOf(server: PreviewServer): string {
  const url = server.resolvedUrls?.local[0];
  if (!url) throw new Error('The preview server has no address.');
  return url.replace(/\/$/, '');
}

/** Errors of a page: uncaught ones and those of the console. Cancelled and refused calls are not included. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  return errors;
}
