import { launchBrowser } from '#infra/proof/testing/browser.ts';
import { collectErrors, startGalleryServer } from './built-server.ts';
import { newPage } from './stage.ts';

/** Headless UI and our pieces on it, which are loaded at the first use of one. */
const CODE_OF_WHAT_OPENS = /\/views-[^/]+\.js$/;

/** The gallery of shared pieces, and a browser. `open` opens it with storage of its own. */
export async function startGallery() {
  const [browser, server] = await Promise.all([launchBrowser(), startGalleryServer()]);
  return {
    url: `${server.url}/__gallery`,
    async open(options: { theme?: 'light' | 'dark'; width?: number; holdsCode?: boolean; hasTouch?: boolean } = {}) {
      const context = await browser.newContext({
        viewport: { width: options.width ?? 1280, height: 900 },
        colorScheme: options.theme ?? 'light',
        reducedMotion: 'reduce',
        hasTouch: options.hasTouch ?? false,
      });
      const page = await newPage(context);
      const errors = collectErrors(page);
      const { promise: codeIn, resolve: letCodeIn } = Promise.withResolvers<void>();
      if (options.holdsCode) await page.route(CODE_OF_WHAT_OPENS, (route) => codeIn.then(() => route.continue()));
      await page.goto(`${server.url}/__gallery`);
      await page.getByRole('heading', { name: 'The shared pieces' }).waitFor();
      await page.getByRole('tablist', { name: 'Account' }).waitFor();
      return { page, errors, letCodeIn, close: () => context.close() };
    },
    async stop() {
      await browser.close();
      await server.stop();
    },
  };
}
