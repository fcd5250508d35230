import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { build, preview } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '../..');

export type GalleryServer = { url: string; stop(): Promise<void> };

/**
 * The built web app with its gallery, without an API behind: the page's calls are answered by the test. Built, for a dev
 * server prepares packages while the first page is open, and sends that page away when it is done.
 */
export async function startGalleryServer(): Promise<GalleryServer> {
  const outDir = await mkdtemp(path.join(os.tmpdir(), 'giftledger-gallery-'));
  const shared = {
    configFile: path.join(ROOT, 'vite.config.ts'),
    root: path.join(ROOT, 'web'),
    mode: 'gallery',
  } as const;
  await build({ ...shared, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  const server = await preview({
    ...shared,
    logLevel: 'error',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0, proxy: {} },
  });
  const url = server.resolvedUrls?.local[0];
  if (!url) throw new Error('The preview server has no address.');
  return {
    url: url.replace(/\/$/, ''),
    stop: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
