// `npm run screens`: a picture of every screen into docs/screens/. With `--url` it uses a running store, else it starts its own;
// `--only name,name` takes some screens, `--views` others than the wide, light one that is kept there.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import sharp from 'sharp';
import { lastDayOf, monthBefore } from '#core/aggregates/period/months.ts';
import { readOptions } from '#infra/adapters/config/command-options.ts';
import { launchBrowser } from '#infra/proof/testing/browser.ts';
import { startProduct } from './product.ts';
import { signInAdministrator, signInCustomer } from './sign-in.ts';

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };
const VIEWS = {
  wide: { viewport: WIDE, colorScheme: 'light', isMobile: false },
  narrow: { viewport: NARROW, colorScheme: 'light', isMobile: true },
  'wide-dark': { viewport: WIDE, colorScheme: 'dark', isMobile: false },
  'narrow-dark': { viewport: NARROW, colorScheme: 'dark', isMobile: true },
} as const;
const MAX_BYTES = 100_000;

type Visitor = 'anyone' | 'customer' | 'administrator';
type Shot = { name: string; as: Visitor; path: string; prepare?: (page: Page) => Promise<void> };

/** Opens the first link or row of a list. */
const openFirst = (selector: string) => async (page: Page) => {
  await page.locator(selector).first().click();
  await page.waitForLoadState('networkidle');
};
/** A row of a table, or its card on a narrow screen. */
const openRow = openFirst('main tbody tr, main li.px-5 a[data-row-link]');

/** The last day of the last month, which finance looks at. */
const PAST_DAY = lastDayOf(monthBefore(new Date().toISOString().slice(0, 7)));

async function fillCart(page: Page): Promise<void> {
  await page.goto('/products?brand_name=Steam', { waitUntil: 'networkidle' });
  await page
    .getByRole('button', { name: /^Add Steam/ })
    .first()
    .click();
  await page.waitForLoadState('networkidle');
  await page.goto('/cart', { waitUntil: 'networkidle' });
}

const SHOTS: readonly Shot[] = [
  { name: 'login', as: 'anyone', path: '/login' },
  { name: 'register', as: 'anyone', path: '/register' },
  { name: 'store-home', as: 'customer', path: '/' },
  { name: 'products', as: 'customer', path: '/products' },
  { name: 'product', as: 'customer', path: '/products', prepare: openFirst('main a[href^="/products/"]') },
  { name: 'cart', as: 'customer', path: '/cart', prepare: fillCart },
  { name: 'orders', as: 'customer', path: '/orders' },
  { name: 'order', as: 'customer', path: '/orders', prepare: openFirst('main a[href^="/orders/"]') },
  { name: 'code-reveals', as: 'customer', path: '/code-reveals' },
  { name: 'deposits', as: 'customer', path: '/deposits' },
  { name: 'deposit-new', as: 'customer', path: '/deposits/new' },
  { name: 'wallet', as: 'customer', path: '/wallet' },
  { name: 'wallet-past', as: 'customer', path: `/wallet?at=${PAST_DAY}&by=value-date` },
  { name: 'withdrawals', as: 'customer', path: '/withdraw' },
  { name: 'withdrawal-new', as: 'customer', path: '/withdraw/new' },
  { name: 'settings-company', as: 'customer', path: '/settings/company' },
  { name: 'settings-banking', as: 'customer', path: '/settings/banking' },
  { name: 'settings-account', as: 'customer', path: '/settings/account' },
  { name: 'settings-webhooks', as: 'customer', path: '/settings/account?tab=webhooks' },
  { name: 'check-proof', as: 'anyone', path: '/check-proof' },
  { name: 'build-with-the-api', as: 'anyone', path: '/build-with-the-api' },
  { name: 'about', as: 'anyone', path: '/about' },
  { name: 'faq', as: 'anyone', path: '/faq' },
  { name: 'not-found', as: 'anyone', path: '/no-such-page' },
  { name: 'admin-login', as: 'anyone', path: '/admin/login' },
  { name: 'admin-dashboard', as: 'administrator', path: '/admin/dashboard' },
  { name: 'admin-users', as: 'administrator', path: '/admin/users' },
  {
    name: 'admin-user',
    as: 'administrator',
    path: '/admin/users',
    prepare: openRow,
  },
  { name: 'admin-orders', as: 'administrator', path: '/admin/orders' },
  {
    name: 'admin-order',
    as: 'administrator',
    path: '/admin/orders',
    prepare: openRow,
  },
  { name: 'admin-approvals', as: 'administrator', path: '/admin/approvals' },
  { name: 'admin-deposits', as: 'administrator', path: '/admin/deposits' },
  {
    name: 'admin-deposit',
    as: 'administrator',
    path: '/admin/deposits',
    prepare: openRow,
  },
  { name: 'admin-withdrawals', as: 'administrator', path: '/admin/withdrawals' },
  { name: 'admin-payout-files', as: 'administrator', path: '/admin/payout-files' },
  { name: 'admin-bank-statements', as: 'administrator', path: '/admin/bank-statements' },
  { name: 'admin-bank-statement', as: 'administrator', path: '/admin/bank-statements', prepare: openRow },
  { name: 'admin-bank-suspense', as: 'administrator', path: '/admin/bank-suspense' },
  { name: 'admin-reconciliation', as: 'administrator', path: '/admin/ledger/reconciliation' },
  { name: 'admin-vat', as: 'administrator', path: '/admin/ledger/vat' },
  { name: 'admin-rates', as: 'administrator', path: '/admin/rates' },
  { name: 'admin-transactions', as: 'administrator', path: '/admin/transactions' },
  { name: 'admin-products', as: 'administrator', path: '/admin/products' },
  { name: 'admin-brands', as: 'administrator', path: '/admin/brands' },
  { name: 'admin-catalogue-changes', as: 'administrator', path: '/admin/catalogue-changes' },
  { name: 'admin-carousel', as: 'administrator', path: '/admin/carousel-image' },
  { name: 'admin-ledger', as: 'administrator', path: '/admin/ledger' },
  { name: 'admin-ledger-past', as: 'administrator', path: `/admin/ledger?at=${PAST_DAY}&by=value-date` },
  { name: 'admin-credit', as: 'administrator', path: '/admin/credit' },
  { name: 'admin-periods', as: 'administrator', path: '/admin/ledger/periods' },
  { name: 'admin-settings', as: 'administrator', path: '/admin/settings' },
  { name: 'admin-mails', as: 'administrator', path: '/admin/settings/mails?mail=depositInstructionsMail' },
  { name: 'admin-administrators', as: 'administrator', path: '/admin/administrators' },
  { name: 'admin-security-log', as: 'administrator', path: '/admin/security-events' },
  { name: 'admin-audit', as: 'administrator', path: '/admin/audit' },
  { name: 'admin-support', as: 'administrator', path: '/admin/support' },
  { name: 'admin-system', as: 'administrator', path: '/admin/system' },
];

const values = readOptions(
  `npm run screens -- [--url http://localhost:3000] [--only name,name] [--views ${Object.keys(VIEWS).join(',')}] [--out docs/screens] [--png]

A picture of every screen: of the running store at --url, else of one that is started for it.`,
  {
    url: { type: 'string' },
    out: { type: 'string', default: 'docs/screens' },
    only: { type: 'string' },
    views: { type: 'string', default: 'wide' },
    png: { type: 'boolean', default: false },
  },
);
const wanted = values.only?.split(',') ?? [''];
const chosen = SHOTS.filter(({ name }) => wanted.some((part) => name.includes(part)));
if (chosen.length === 0) {
  console.error(`No screen is named like "${values.only}": there are ${SHOTS.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const views = values.views.split(',');
const unknown = views.filter((name) => !Object.hasOwn(VIEWS, name));
if (unknown.length > 0) {
  console.error(`There is no view named ${unknown.join(', ')}: choose from ${Object.keys(VIEWS).join(', ')}.`);
  process.exit(2);
}

const product = values.url ? undefined : await startProduct({ customers: 26, orders: 420 });
const url = values.url ?? product?.url ?? '';
const browser = await launchBrowser();
const problems: string[] = [];
try {
  await mkdir(values.out, { recursive: true });
  for (const [name, view] of Object.entries(VIEWS).filter(([each]) => views.includes(each))) {
    for (const visitor of ['anyone', 'customer', 'administrator'] as const) {
      const shots = chosen.filter((shot) => shot.as === visitor);
      if (shots.length === 0) continue;
      const context = await browser.newContext({ ...view, baseURL: url, reducedMotion: 'reduce' });
      // With an open stream the network would never be idle.
      await context.route('**/notifications/stream', (route) => route.fulfill({ status: 204 }));
      if (visitor === 'customer') await signInCustomer(context);
      if (visitor === 'administrator') await signInAdministrator(context);
      for (const shot of shots) await take(context, shot, name);
      await context.close();
    }
  }
} finally {
  await browser.close();
  await product?.stop();
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}

async function take(context: BrowserContext, shot: Shot, view: string): Promise<void> {
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${shot.name} (${view}): ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`${shot.name} (${view}): ${error.message}`));
  try {
    await page.goto(shot.path, { waitUntil: 'networkidle' });
    await shot.prepare?.(page);
    // The skeletons must be gone, because the picture is of the loaded screen.
    await page.waitForFunction(() => document.querySelector('.animate-pulse') === null, undefined, {
      timeout: 10_000,
    });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) problems.push(`${shot.name} (${view}): ${overflow} px wider than the screen`);
    const picture = await page.screenshot({ animations: 'disabled' });
    const file = path.join(values.out, `${shot.name}-${view}`);
    if (values.png) await sharp(picture).toFile(`${file}.png`);
    else await sharp(await toWebp(picture)).toFile(`${file}.webp`);
    console.log(`${shot.name} ${view}`);
  } catch (error) {
    problems.push(`${shot.name} (${view}): ${error instanceof Error ? error.message.split('\n')[0] : error}`);
  } finally {
    await page.close();
  }
}

/** The best quality below the size limit. */
async function toWebp(picture: Buffer): Promise<Buffer> {
  for (const quality of [88, 78, 65, 50]) {
    const webp = await sharp(picture).webp({ quality, effort: 5 }).toBuffer();
    if (webp.length < MAX_BYTES) return webp;
  }
  throw new Error('the picture does not fit into the limit');
}
