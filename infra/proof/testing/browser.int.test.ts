import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { launchBrowser } from './browser.ts';

const browser = await launchBrowser();
after(() => browser.close());

for (const family of ['monospace', 'ui-monospace, monospace', 'serif', 'sans-serif', 'emoji', 'no-such-font']) {
  it(`the browser of the tests draws text in ${family}`, async () => {
    const page = await browser.newPage();
    await page.setContent(`<p id="text" style="display: inline-block; font-family: ${family}">GL-1042 ✓ 🎁</p>`);
    const drawn = await page.locator('#text').screenshot();
    await page.setContent('<p id="text" style="display: inline-block; width: 100px; height: 20px"></p>');
    const blank = await page.locator('#text').screenshot();
    assert.ok(drawn.byteLength > 2 * blank.byteLength, `${drawn.byteLength} bytes, blank ${blank.byteLength}`);
    await page.close();
  });
}
