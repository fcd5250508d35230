import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright';
import { launchBrowser } from '#infra/proof/testing/browser.ts';
import { accountPaths } from './account-paths.ts';
import { apiPaths } from './api-paths.ts';
import { approvalPaths } from './approval-paths.ts';
import { assertAccessibleInViews } from './axe.ts';
import { cataloguePaths } from './catalogue-paths.ts';
import { depositPaths } from './deposit-paths.ts';
import { dialogPaths } from './dialog-paths.ts';
import { SUITE_LIMIT_MS } from './limits.ts';
import { livePaths } from './live-paths.ts';
import { moneyPaths } from './money-paths.ts';
import { waitingCustomer } from './newcomer.ts';
import { officePaths } from './office-paths.ts';
import { startProduct } from './product.ts';
import { publicPagePaths } from './public-page-paths.ts';
import { rolePaths } from './role-paths.ts';
import { ADMIN_SCREENS, type ScreenEntry, STORE_SCREENS, type Visitor } from './screen-table.ts';
import { securityPaths } from './security-paths.ts';
import { settingsPaths } from './settings-paths.ts';
import { shellPaths } from './shell-paths.ts';
import { signInAdministrator, signInCustomer } from './sign-in.ts';
import { fits, IN_TURN, inPage, newContext, newPage, type Stage, settled, WIDE, watchFaults } from './stage.ts';
import { staleEditPaths } from './stale-edit-paths.ts';
import { withdrawalPaths } from './withdrawal-paths.ts';

const DIALOG = '[role=dialog], [role=alertdialog]';
/** The narrowest phone, and a wide window at 400 %. */
const NARROW = { width: 320, height: 640 };
type KeptPage = { readonly page: Page; readonly faults: string[] };
/** A page waits for the server half of the time, so two of them keep both cores busy. */
const AT_ONCE = 2;

/** The whole text, with or without the star of a required field. */
const wholly = (text: string): RegExp => new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*\\*?\\s*$`);

/** Every screen of the real product, and the paths through them that the main job does not take. */
/** A text that nobody has written: its own address answers 404, which the browser reports too. Nothing else may fail there. */
const isItself404 = (fault: string, page: Page): boolean =>
  /\b404\b/.test(fault) && (fault.endsWith(` ${page.url()}`) || fault.endsWith(`(${page.url()})`));

describe('the screens', { timeout: SUITE_LIMIT_MS }, () => {
  const stage = {} as Stage;
  const contexts = new Map<Visitor, BrowserContext>();
  const contextOf = (visitor: Visitor): BrowserContext => {
    const context = contexts.get(visitor);
    assert.ok(context, `nobody is ${visitor}`);
    return context;
  };
  /** Each visitor's pages between two screens: one that is opened anew loads and compiles all code once more, and axe. */
  const kept = new Map<Visitor, KeptPage[]>();
  async function inKeptPage(visitor: Visitor, work: (own: KeptPage) => Promise<void>): Promise<void> {
    const free = kept.get(visitor) ?? [];
    kept.set(visitor, free);
    let own = free.pop();
    if (!own) {
      const page = await newPage(contextOf(visitor));
      own = { page, faults: watchFaults(page) };
    }
    own.faults.length = 0;
    try {
      await work(own);
      free.push(own);
    } catch (error) {
      await own.page.close();
      throw error;
    }
  }

  before(async () => {
    [stage.product, stage.browser] = await Promise.all([startProduct({ customers: 9, orders: 40 }), launchBrowser()]);
    for (const visitor of ['anyone', 'customer', 'waiting', 'administrator'] as const) {
      contexts.set(visitor, await newContext(stage));
    }
    stage.customer = contextOf('customer');
    stage.administrator = contextOf('administrator');
    await Promise.all([
      signInCustomer(stage.customer),
      signInAdministrator(stage.administrator),
      waitingCustomer(stage.product, 'Wanda Waits').then((customer) => signInCustomer(contextOf('waiting'), customer)),
    ]);
  });
  after(async () => {
    await stage.browser?.close();
    await stage.product?.stop();
  });

  describe('each by itself', { concurrency: AT_ONCE }, () => {
    after(async () => {
      for (const { page } of [...kept.values()].flat()) await page.close();
    });
    for (const screen of [...STORE_SCREENS, ...ADMIN_SCREENS]) {
      it(`${screen.route} for ${screen.as}: words, no faults, accessible, fits a phone`, () => visit(screen));
    }

    for (const [name, screens] of [
      ['store', STORE_SCREENS],
      ['admin', ADMIN_SCREENS],
    ] as const) {
      it(`${name}: the table above has every route, and no other`, async () => {
        // As text, because the route table imports the screens, which only the web build can load.
        const source = await readFile(path.resolve(import.meta.dirname, `../${name}/routes.tsx`), 'utf8');
        const routes = [...source.matchAll(/(?:path: |\bat\(\s*)'([^']+)'/g)].map((match) => match[1] ?? '');
        assert.deepEqual([...new Set(screens.map(({ route }) => route))].sort(), routes.sort());
      });
    }
  });

  // After the screens, because these paths change what the screens show. They do not disturb each other.
  describe('the paths through them', { concurrency: AT_ONCE }, () => {
    mayPaths();
    accountPaths(stage);
    depositPaths(stage);
    approvalPaths(stage);
    withdrawalPaths(stage);
    moneyPaths(stage);
    cataloguePaths(stage);
    shellPaths(stage);
    publicPagePaths(stage);
    officePaths(stage);
    rolePaths(stage);
    settingsPaths(stage);
    securityPaths(stage);
    dialogPaths(stage);
    staleEditPaths(stage);
    livePaths(stage);
    apiPaths(stage);
  });

  function mayPaths(): void {
    describe('who may see what', IN_TURN, () => {
      const memberRoutes = (screens: readonly ScreenEntry[], as: Visitor) =>
        screens
          .filter((screen) => screen.as === as && screen.route !== '/')
          .map(({ route }) => route.replace(':id', 'x'));

      it('a visitor is asked to sign in, to come back to where they were', async () => {
        await inPage(contextOf('anyone'), async (page) => {
          for (const route of [
            ...memberRoutes(STORE_SCREENS, 'customer'),
            ...memberRoutes(ADMIN_SCREENS, 'administrator'),
          ]) {
            await page.goto(route, { waitUntil: 'commit' });
            const login = route.startsWith('/admin') ? '/admin/login' : '/login';
            await page.waitForURL((url) => url.pathname === login && url.searchParams.get('redirect') === route, {
              waitUntil: 'commit',
            });
          }
        });
      });

      it('a customer who waits for approval gets no further than that and the company details', async () => {
        await inPage(contextOf('waiting'), async (page) => {
          for (const route of ['/products', '/cart', '/orders', '/deposits/new', '/settings/account', '/login']) {
            await page.goto(route);
            await page.waitForURL((url) => url.pathname === '/approval-waiting');
          }
          await page.goto('/settings/company');
          await page.getByRole('heading', { level: 1, name: 'Company Settings' }).waitFor();
        });
      });

      it('a customer is no administrator, and has nothing to do on the pages of visitors', async () => {
        await inPage(stage.customer, async (page) => {
          await page.goto('/admin/orders');
          await page.waitForURL((url) => url.pathname === '/admin/login');
          for (const route of ['/login', '/register', '/verify-your-email', '/approval-waiting']) {
            await page.goto(route);
            await page.waitForURL((url) => url.pathname === '/');
          }
        });
      });

      it('an address that is none says so, and leads on', async () => {
        await inPage(contextOf('anyone'), async (page) => {
          assert.equal((await page.goto('/no-such-page'))?.status(), 404);
          await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
          assert.equal(
            await page.getByRole('main').getByRole('link', { name: 'Sign in' }).getAttribute('href'),
            '/login',
          );
          assert.equal(await page.getByRole('link', { name: 'Browse Products' }).getAttribute('href'), '/products');
        });
      });
    });
  }

  /** What a button opens is accessible in each view, and closes with Escape. */
  async function seeDialog(page: Page, name: string | RegExp): Promise<void> {
    const named = { name, exact: true };
    await page.getByRole('button', named).or(page.getByRole('link', named)).first().click();
    const dialog = page.locator(DIALOG).first();
    await dialog.waitFor();
    await assertAccessibleInViews(page, DIALOG);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }

  async function visit({ as, route, at = route, arrive, h1, texts, opens = [] }: ScreenEntry): Promise<void> {
    await inKeptPage(as, async ({ page, faults }) => {
      const missing = h1 === 'Page not found';
      assert.equal((await page.goto(at))?.status(), missing ? 404 : 200);
      await arrive?.(page);
      await page.getByRole('heading', { level: 1, name: h1 }).waitFor();
      for (const text of texts) await page.getByText(wholly(text)).filter({ visible: true }).first().waitFor();
      await settled(page);
      await page.waitForFunction(() => /^.+ · Giftledger$/.test(document.title));
      await assertAccessibleInViews(page);
      for (const name of opens) await seeDialog(page, name);
      for (const size of [NARROW, WIDE]) {
        await page.setViewportSize(size);
        await page.getByRole('heading', { level: 1, name: h1 }).waitFor();
        await fits(page);
      }
      // The screen is about a link that no longer works, so its call is refused.
      assert.deepEqual(
        faults.filter(
          (fault) => !/verify-email|reset-password\/factors/.test(fault) && !(missing && isItself404(fault, page)),
        ),
        [],
      );
    });
  }
});
