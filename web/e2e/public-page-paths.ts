import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import { SIGN_INS } from '#infra/adapters/config/sign-ins.ts';
import { IN_TURN, inPage, newContext, type Stage, watchFaults } from './stage.ts';

/** The entry of the screens' code. Until it is loaded, a page is as the server drew it. */
const ENTRY = /\/assets\/index-[^/]*\.js$/;

/** The public pages as the server draws them, and as the browser takes them over. */
export function publicPagePaths(stage: Stage): void {
  /** A first visitor whose browser gets the screens' code only when `release` is called. */
  async function early(work: (page: Page, release: () => void) => Promise<void>): Promise<void> {
    const context = await newContext(stage);
    await inPage(context, async (page) => {
      const code = Promise.withResolvers<void>();
      await page.route(ENTRY, async (route) => {
        await code.promise;
        await route.continue();
      });
      await work(page, code.resolve);
    });
    await context.close();
  }

  describe('the public pages', IN_TURN, () => {
    it('the home page stands there with its products before any code, and is taken over without a fault', async () => {
      await early(async (page, release) => {
        const faults = watchFaults(page);
        const asked: string[] = [];
        page.on('request', (request) => asked.push(new URL(request.url()).pathname));
        await page.goto('/', { waitUntil: 'commit' });
        await page.getByRole('heading', { level: 1, name: 'Digital gift cards for your business' }).waitFor();
        const card = page.getByRole('article').first();
        await card.waitFor();
        const drawn = await card.textContent();
        release();
        await page.waitForFunction(() => !('earlyPress' in window));
        assert.equal(await card.textContent(), drawn);
        assert.deepEqual(faults, []);
        const reads = asked.filter((path) => path.startsWith('/api/') && !path.startsWith('/api/images/'));
        assert.deepEqual(reads, [], 'what the server read is not asked for again');
      });
    });

    it('the page shows before its code is asked for', async () => {
      const context = await newContext(stage);
      await inPage(context, async (page) => {
        // The page itself tells, at the moment that the code's element comes into it, whether it was shown.
        await page.addInitScript(() => {
          new MutationObserver((changes) => {
            for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
              if (node instanceof HTMLScriptElement && /\/assets\/index-[^/]*\.js$/.test(node.src))
                document.documentElement.dataset.asked =
                  performance.getEntriesByName('first-contentful-paint').length > 0 ? 'when shown' : 'before';
          }).observe(document, { childList: true, subtree: true });
        });
        for (const path of ['/', '/login', '/admin/login']) {
          await page.goto(path);
          await page.waitForFunction(() => !('earlyPress' in window));
          assert.equal(await page.evaluate(() => document.documentElement.dataset.asked), 'when shown', path);
        }
      });
      await context.close();
    });

    it('what is typed and pressed before the code has come is not lost', async () => {
      await early(async (page, release) => {
        await page.goto('/login', { waitUntil: 'commit' });
        await page.getByLabel('Email').fill(SIGN_INS.customer.email);
        await page.getByLabel('Password *', { exact: true }).fill(SIGN_INS.customer.password);
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        assert.equal(new URL(page.url()).search, '', 'no password in the address');
        release();
        await page.waitForURL((url) => url.pathname === '/');
        await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
      });
    });

    it('the sign-in of the back office stands there before any code', async () => {
      await early(async (page, release) => {
        await page.goto('/admin/login', { waitUntil: 'commit' });
        await page.getByLabel('Email').fill(SIGN_INS.administrator.email);
        await page.getByLabel('Password *', { exact: true }).fill(SIGN_INS.administrator.password);
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        release();
        await page.waitForURL((url) => url.pathname !== '/admin/login');
      });
    });

    it('a visitor who opens a page of members stands at the sign-in before any code, and is led back', async () => {
      await early(async (page, release) => {
        const faults = watchFaults(page);
        const back = '/products?brand_name=Steam';
        await page.goto(back, { waitUntil: 'commit' });
        await page.getByLabel('Email').fill(SIGN_INS.customer.email);
        await page.getByLabel('Password *', { exact: true }).fill(SIGN_INS.customer.password);
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        const { pathname, search } = new URL(page.url());
        assert.equal(pathname + search, `/login?redirect=${encodeURIComponent(back)}`);
        release();
        await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
        assert.equal(new URL(page.url()).search, '?brand_name=Steam');
        assert.deepEqual(faults, []);
      });
    });

    it('somebody whom the browser knows does not see the visitors’ page first', async () => {
      await early(async (page, release) => {
        await page.addInitScript(() => localStorage.setItem('giftledger.theme', 'dark'));
        await page.goto('/', { waitUntil: 'commit' });
        const welcome = page.locator('h1');
        await welcome.waitFor({ state: 'attached' });
        assert.ok(!(await welcome.isVisible()));
        release();
        await welcome.waitFor();
      });
    });
  });
}
