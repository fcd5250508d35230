import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { createServer } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '../..');

export type DevServer = { url: string; stop(): Promise<void> };

/** The web app as `npm run dev:web` serves it, without an API behind: the page's calls are answered by the test. */
export async function startDevServer(): Promise<DevServer> {
  // A cache of its own: two servers that prepare packages in one folder send each other's pages away.
  const cacheDir = await mkdtemp(path.join(os.tmpdir(), 'giftledger-vite-'));
  const server = await createServer({
    configFile: path.join(ROOT, 'vite.config.ts'),
    root: path.join(ROOT, 'web'),
    logLevel: 'error',
    cacheDir,
    server: { host: '127.0.0.1', port: 0, hmr: false, proxy: {} },
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (!address || typeof address === 'string') throw new Error('The dev server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      await server.close();
      await rm(cacheDir, { recursive: true, force: true });
    },
  };
}

/** What went wrong in a page: uncaught errors and console errors. Cancelled and refused calls are not among them. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  return errors;
}
