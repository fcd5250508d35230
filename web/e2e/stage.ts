import assert from 'node:assert/strict';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { SIGN_INS } from '#infra/adapters/config/sign-ins.ts';
import { ADMINISTRATOR, trust } from './aimed.ts';
import { STEP_LIMIT_MS } from './limits.ts';
import type { Product } from './product.ts';

/** A suite inherits its parent's concurrency; this makes its tests run one after the other. */
export const IN_TURN = { concurrency: 1 } as const;

export const WIDE = { width: 1440, height: 900 };

/** A started product, a browser and the two people that most tests need; set before the first test runs. */
export type Stage = {
  product: Product;
  browser: Browser;
  customer: BrowserContext;
  administrator: BrowserContext;
};

/** A browser of its own, with nobody signed in. */
export const newContext = (stage: Pick<Stage, 'product' | 'browser'>, options: BrowserContextOptions = {}) =>
  stage.browser.newContext({
    baseURL: stage.product.url,
    viewport: WIDE,
    reducedMotion: 'reduce',
    ...trust,
    ...options,
  });

/** A page with the time limit of one step. */
export async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(STEP_LIMIT_MS);
  // Chromium keeps silent about what its pages are refused; Firefox logs it.
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile, blockedURI }) =>
      console.error(`Content security policy: ${violatedDirective} ${blockedURI} ${sourceFile}`),
    ),
  );
  return page;
}

/** Runs `work` in a page of its own, and closes the page in any case. */
export async function inPage(context: BrowserContext, work: (page: Page) => Promise<void>): Promise<void> {
  const page = await newPage(context);
  try {
    await work(page);
  } finally {
    await page.close();
  }
}

/** Collects faults that a page must never have: script and console errors, error answers, lost requests. */
export function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  return faults;
}

/** Waits until the screen is complete: no skeletons, no loading list, and every visible picture loaded. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('main .bg-none-soft.animate-pulse, main [aria-busy=true]') === null &&
      [...document.images].every((image) => image.complete || image.loading === 'lazy'),
  );
}

/** Runs `act` and sees its toast. The wait begins before, because a toast stays for only three seconds. */
export async function seeToast(page: Page, text: string, act: () => Promise<void>): Promise<void> {
  await Promise.all([page.getByText(text).first().waitFor(), act()]);
}

/** Chooses from a short list. */
export async function choose(field: Locator, option: RegExp): Promise<void> {
  await field.click();
  await field.page().getByRole('option', { name: option }).click();
}

/** The value beside a label of a list of figures or details ('Total'). */
export const figure = (within: Locator, label: string): Locator =>
  within.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]');

/** Waits until a field holds the value. */
export const seeValue = (field: Locator, value: string): Promise<void> =>
  eventually(async () => assert.equal(await field.inputValue(), value));

/** Waits until the focus is on the element, or in it. */
export const seeFocus = (element: Locator): Promise<void> =>
  eventually(async () =>
    assert.ok(await element.evaluate((each) => each.contains(document.activeElement)), 'the focus'),
  );

/** Waits until nothing is wider than the window. */
export const fits = (page: Page): Promise<void> =>
  eventually(async () => {
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(tooWide <= 0, `${tooWide} px wider than the window`);
  });

/** A token of the demonstration's customer; nobody knows the passwords of its others. */
export async function customerToken(product: Product): Promise<string> {
  const answer = await call<{ session?: { access_token: string }; access_token?: string }>(
    product,
    'POST',
    '/api/auth/sign-in',
    { email: SIGN_INS.customer.email, password: SIGN_INS.customer.password, remember: false },
  );
  const token = answer.access_token ?? answer.session?.access_token;
  assert.ok(token, 'signed in');
  return token;
}

export async function administratorToken(product: Product): Promise<string> {
  const { email, password } = ADMINISTRATOR;
  return (await call<{ token: string }>(product, 'POST', '/api/admin/login', { email, password })).token;
}

/** A call of the API; any status except success fails the test with the answer. */
export async function call<T>(
  product: Product,
  method: string,
  path: string,
  body?: Parameters<typeof JSON.stringify>[0],
  token?: string,
): Promise<T> {
  const response = await fetch(product.url + path, {
    method,
    headers: {
      origin: product.url,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method === 'GET' ? {} : { 'idempotency-key': crypto.randomUUID() }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

export async function usdWallet({ product }: Pick<Stage, 'product'>, token: string) {
  type Listed = { data: { id: string; currency: string; balance: { amount: string } }[] };
  const { data } = await call<Listed>(product, 'GET', '/api/wallets', undefined, token);
  const wallet = data.find(({ currency }) => currency === 'USD');
  assert.ok(wallet, 'the USD wallet is open');
  return wallet;
}
