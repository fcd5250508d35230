import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright';
import { SIGN_INS } from '#infra/adapters/config/sign-ins.ts';
import { ensureWebBuild } from '#infra/local/web-build.ts';
import { startFaultStack } from '../faults/stack.ts';
import { launchBrowser } from '../testing/browser.ts';
import { limitRow, median, type Row } from './measure.ts';

const PAGES = ['/', '/login', '/products', '/admin/login'] as const;
const MOST_PAINT_MS = 1_800;
const MOST_BLOCKING_MS = 150;
/** A value that rounds to zero in the hundredths that Lighthouse uses. */
const NO_SHIFT = 0.005;
const MOST_REQUESTS = 20;
const MOST_SCRIPT_KB = 130;
/** Lighthouse's value for a phone on slow 4G. Here each request waits this long, not each round trip. */
const LATENCY_MS = 150;
const BYTES_PER_SECOND = (1.6 * 1024 * 1024) / 8;
const TIMES_SLOWER = 4;
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
/** After the page was loaded: its code, and what it prefetches, has arrived by then. */
const SETTLED_AFTER_MS = 6_000;
/** After the products have arrived: their screen is shown. What the page prefetches at once counts too. */
const SHOWN_AFTER_MS = 1_000;
/** A task that is longer than this blocks. */
const SHORT_TASK_MS = 50;

type View = { readonly paintMs: number; readonly blockingMs: number; readonly shift: number };

/** Pages on a phone of a first-time visitor; the product list's first view for a customer. On the seeded year. */
export async function* benchPages(_stack: unknown, { rounds }: { rounds: number }): AsyncGenerator<Row> {
  await ensureWebBuild(process.env);
  const stack = await startFaultStack(() => undefined, { env: { GIFTLEDGER_SEED: 'demo' } });
  const browser = await launchBrowser();
  try {
    for (const path of PAGES) {
      const views: View[] = [];
      for (let round = 0; round < rounds; round += 1) views.push(await viewOf(browser, stack.url + path));
      const of = (figure: keyof View) => median(views.map((view) => view[figure]));
      yield rowOf(`largest paint of ${path} on a phone, ms`, of('paintMs'), MOST_PAINT_MS);
      yield rowOf(`time that ${path} blocks a phone, ms`, of('blockingMs'), MOST_BLOCKING_MS);
      const shift = {
        baseline: 'a page that stands still, 1 being all of it',
        aim: NO_SHIFT,
        isCeiling: true,
        ratio: of('shift'),
      };
      yield { what: `layout shift of ${path}`, ...shift };
    }
    const { requests, scriptKb } = await firstView(browser, stack.url);
    yield rowOf('requests of the product list’s first view, pictures apart', requests, MOST_REQUESTS);
    yield rowOf('its scripts as they are sent, kB', scriptKb, MOST_SCRIPT_KB);
  } finally {
    await browser.close();
    await stack.stop({ keepsData: false });
  }
}

const rowOf = (what: string, measured: number, most: number): Row =>
  limitRow(`${what}: ${measured.toFixed(0)}`, measured, most, 'that it may be');

/** Opens the page in a browser with an empty cache. */
async function viewOf(browser: Browser, address: string): Promise<View> {
  return withPhone(browser, async (page, devtools) => {
    await devtools.send('Network.enable');
    const speed = { downloadThroughput: BYTES_PER_SECOND, uploadThroughput: BYTES_PER_SECOND / 2 };
    await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: LATENCY_MS, ...speed });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER });
    await page.addInitScript(() => {
      const seen = { paintMs: 0, shift: 0, tasks: [] as { at: number; ms: number }[] };
      const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
        new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
      watch('largest-contentful-paint', (entry) => Object.assign(seen, { paintMs: entry.startTime }));
      watch('layout-shift', (entry) =>
        Object.assign(seen, { shift: seen.shift + (entry as unknown as { value: number }).value }),
      );
      watch('longtask', (entry) => seen.tasks.push({ at: entry.startTime, ms: entry.duration }));
      Object.assign(window, { seen });
    });
    await page.goto(address);
    await delay(SETTLED_AFTER_MS);
    const { seen, shownMs } = await page.evaluate(() => ({
      seen: (window as unknown as { seen: { paintMs: number; shift: number; tasks: { at: number; ms: number }[] } })
        .seen,
      shownMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    }));
    const blockingMs = seen.tasks
      .filter(({ at }) => at >= shownMs)
      .reduce((sum, { ms }) => sum + Math.max(0, ms - SHORT_TASK_MS), 0);
    return { paintMs: seen.paintMs, shift: seen.shift, blockingMs };
  });
}

/** A customer signs in on one page, and opens the list on another, in a browser that has none of its files. */
async function firstView(browser: Browser, url: string): Promise<{ requests: number; scriptKb: number }> {
  return withPhone(browser, async (page, devtools) => {
    await page.goto(`${url}/login`);
    await page.getByLabel('Email').fill(SIGN_INS.customer.email);
    await page.getByLabel('Password *', { exact: true }).fill(SIGN_INS.customer.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL((to) => to.pathname === '/');
    await page.goto('about:blank');
    await devtools.send('Network.enable');
    await devtools.send('Network.clearBrowserCache');
    const types = new Map<string, string>();
    let scriptBytes = 0;
    devtools.on('Network.requestWillBeSent', ({ requestId, type }) => types.set(requestId, type ?? 'Other'));
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (types.get(requestId) === 'Script') scriptBytes += encodedDataLength;
    });
    const listed = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/products');
    await page.goto(`${url}/products`);
    await listed;
    await delay(SHOWN_AFTER_MS);
    return { requests: [...types.values()].filter((type) => type !== 'Image').length, scriptKb: scriptBytes / 1_000 };
  });
}

async function withPhone<T>(browser: Browser, work: (page: Page, devtools: CDPSession) => Promise<T>): Promise<T> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    return await work(page, await context.newCDPSession(page));
  } finally {
    await context.close();
  }
}
