import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { build, type PreviewServer, preview } from 'vite';
import { ensureWebBuild } from '#infra/local/web-build.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const APP = { configFile: path.join(ROOT, 'vite.config.ts'), root: path.join(ROOT, 'web'), logLevel: 'error' } as const;

export type BuiltServer = { url: string; stop(): Promise<void> };

/**
 * The web app as it is delivered, without an API behind: the page's calls are answered by the test. Built, for a dev
 * server prepares packages while the first page is open, and sends that page away when it is done.
 */
export async function startBuiltServer(): Promise<BuiltServer> {
  await ensureWebBuild(process.env);
  const server = await serve(path.join(ROOT, 'dist/web'));
  return { url: addressOf(server), stop: () => server.close() };
}

/** The same with the gallery of shared pieces, which is not delivered. */
export async function startGalleryServer(): Promise<BuiltServer> {
  const outDir = await mkdtemp(path.join(os.tmpdir(), 'giftledger-gallery-'));
  await build({ ...APP, mode: 'gallery', build: { outDir, emptyOutDir: true } });
  const server = await serve(outDir);
  return {
    url: addressOf(server),
    stop: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
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
