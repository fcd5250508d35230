import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright';

/** The short form of axe: the other one, which its builder brings into a page, takes twice as long to compile there. */
const SHORT_AXE = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js');
/** Frames within a page answer to it, whatever their origin. */
const source = `${await readFile(SHORT_AXE, 'utf8')}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`;

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that depend on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block'];
/** Long lists take axe long, and their first entries have every kind. */
const ALIKE = ['main tbody > tr:nth-child(n+9)', 'main li:nth-child(n+9)'];

/** Tall, so that the bar at a phone's foot covers nothing that is checked. */
const HEIGHT = 3_000;
type View = { name: string; width: number; theme: 'light' | 'dark'; only?: readonly string[] };
/** In an order with few changes. The rules that depend on neither theme nor width run where the layout differs most. */
const VIEWS: readonly View[] = [
  { name: 'wide, light', width: 1440, theme: 'light' },
  { name: 'middle, light', width: 768, theme: 'light', only: [...COLOURS, 'target-size'] },
  { name: 'narrow, light', width: 390, theme: 'light' },
  { name: 'narrow, dark', width: 390, theme: 'dark', only: COLOURS },
  { name: 'wide, dark', width: 1440, theme: 'dark', only: COLOURS },
];

/** The part of axe that is used here; it is a global of a page that was checked once. */
type Axe = {
  run(
    context: { include: string[]; exclude: string[] },
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
};

/** Fails with the broken rules and their elements. */
export async function assertAccessible(page: Page): Promise<void> {
  assert.deepEqual(await faultsOf(page), []);
}

/**
 * The loaded page, or the part of it that a selector names, in five views: without a second visit. It begins in the theme that the page has and
 * ends in the other one, because a change of the theme takes longer than a check. The page is wide at its end.
 */
export async function assertAccessibleInViews(page: Page, within?: string): Promise<void> {
  const faults: string[] = [];
  await lighten(page);
  const isDark = await page.locator('html').evaluate(({ dataset }) => dataset.theme === 'dark');
  for (const { name, width, theme, only } of isDark ? VIEWS.toReversed() : VIEWS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html[data-theme=${theme}]`).waitFor();
    await lighten(page);
    const found = await faultsOf(page, within, only);
    faults.push(...found.map((fault) => `${name}: ${fault}`));
  }
  assert.deepEqual(faults, []);
}

/**
 * Takes from the page what only costs time. Where the theme changes, each frame of a transition would style the whole page once more; and
 * axe walks through every line of the drawings, which no rule looks at.
 */
const lighten = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets = [still];
    // React takes over a page that the server drew, in short tasks: a missing line would be a fault of the page.
    const isDrawnByServer = document.getElementById('reads') !== null;
    if (isDrawnByServer) return;
    for (const drawing of document.querySelectorAll('svg[aria-hidden=true]')) drawing.replaceChildren();
  });

/** The preview of a mail may not: its frame would complain of each check. */
async function mayRunScripts(frame: Frame): Promise<boolean> {
  if (!frame.parentFrame()) return true;
  const sandbox = await (await frame.frameElement()).getAttribute('sandbox');
  return sandbox === null || sandbox.includes('allow-scripts');
}

/**
 * Waits until the page is complete and nothing moves, because a loading page has no heading, and colours in transition would be checked. A
 * spinner never rests, so it may turn.
 */
async function faultsOf(page: Page, within = 'html', only?: readonly string[]): Promise<string[]> {
  await page.waitForFunction(
    () =>
      document.querySelector('h1') !== null &&
      document
        .getAnimations()
        .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
  if (!(await page.evaluate(() => 'axe' in globalThis)))
    for (const frame of page.frames()) if (await mayRunScripts(frame)) await frame.evaluate(source);
  return page.evaluate(
    async ({ context, options }) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      const { violations } = await axe.run(context, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
      );
    },
    {
      context: { include: [within], exclude: ALIKE },
      options: {
        runOnly: only ? { type: 'rule', values: only } : { type: 'tag', values: TAGS },
        // What holds is not described, no element gets a selector made for it, and style sheets are not loaded once more.
        resultTypes: ['violations'],
        selectors: false,
        preload: false,
      },
    },
  );
}
