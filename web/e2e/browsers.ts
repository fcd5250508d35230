// `npm run test:browsers`: the main job in the Firefox of this machine, by real clicks and keys, and the widths of the screens where
// scrollbars take room. With `--url` in a running store with the demonstration's data, else in one that it starts.
import assert from 'node:assert/strict';
import { readOptions } from '#infra/adapters/config/command-options.ts';
import { SIGN_INS } from '#infra/adapters/config/sign-ins.ts';
import { Firefox, firefoxProgram } from './firefox.ts';
import { startProduct } from './product.ts';
import { ADMIN_SCREENS, type ScreenEntry, STORE_SCREENS, type Visitor } from './screen-table.ts';

const WIDTHS = [1280, 390];
const PRODUCT = 'Steam';

const values = readOptions(
  `npm run test:browsers -- [--url http://localhost:3000]

The main job and the widths of all screens in the Firefox that is installed here (or at FIREFOX_PATH): of the running store at --url, which it
changes, else of one that is started for it.`,
  { url: { type: 'string' } },
);
const program = firefoxProgram();
if (program === undefined) {
  console.log(
    'There is no Firefox here, so nothing was tested. Install one (Debian: firefox-esr), or set FIREFOX_PATH.',
  );
} else {
  const product = values.url ? undefined : await startProduct({ customers: 4, orders: 12 });
  const firefox = await Firefox.start(program);
  try {
    await walk(firefox, values.url ?? product?.url ?? '');
    assert.deepEqual([...new Set(firefox.faults)], [], 'errors of the pages');
    console.log('Firefox: everything is as it should be.');
  } finally {
    await firefox.close();
    await product?.stop();
  }
}

async function walk(firefox: Firefox, url: string): Promise<void> {
  await widths(firefox, url, 'anyone');
  await signIn(firefox, `${url}/login`, SIGN_INS.customer);
  await step('a customer buys, and sees the codes', () => buy(firefox, url));
  await step('a customer asks for a deposit', () => deposit(firefox, url));
  await widths(firefox, url, 'customer');
  await signIn(firefox, `${url}/admin/login`, SIGN_INS.administrator);
  await step('an administrator approves it', () => approve(firefox, url));
  await widths(firefox, url, 'administrator');
}

async function step(name: string, run: () => Promise<void>): Promise<void> {
  await run();
  console.log(`Firefox: ${name}`);
}

async function signIn(firefox: Firefox, address: string, { email, password }: { email: string; password: string }) {
  await firefox.newWindow(WIDTHS[0] ?? 1280);
  await firefox.goto(address);
  await fill(firefox, /^Email/, email);
  await fill(firefox, /^Password/, password);
  await firefox.click('button', /^Sign in$/);
  await firefox.see(`!location.pathname.endsWith('/login')`);
}

async function fill(firefox: Firefox, label: RegExp, text: string): Promise<void> {
  await firefox.click('input, textarea', label);
  await firefox.type(text);
}

async function buy(firefox: Firefox, url: string): Promise<void> {
  await firefox.goto(`${url}/products?brand_name=${PRODUCT}`);
  await firefox.click('main button', /^Add Steam/);
  await firefox.seeText('Added to cart');
  await firefox.goto(`${url}/cart`);
  await firefox.click('main button', /^Proceed to Checkout/);
  await firefox.see(`/^\\/orders\\/[0-9a-f-]{36}/.test(location.pathname)`);
  await firefox.see(`document.querySelector('h1')?.textContent.startsWith('Order GL-')`);
  await firefox.click('main button', /^View Gift Codes/);
  await firefox.see(`document.querySelector('[role=dialog]') !== null`);
}

async function deposit(firefox: Firefox, url: string): Promise<void> {
  await firefox.goto(`${url}/deposits/new`);
  await fill(firefox, /^Amount/, '98,50');
  await firefox.click('main button', /^Submit Deposit Request of \$98\.50/);
  await firefox.see(`new URLSearchParams(location.search).has('open')`);
  await firefox.seeText('DEP-');
}

async function approve(firefox: Firefox, url: string): Promise<void> {
  await firefox.goto(`${url}/admin/deposits?status=pending`);
  await firefox.click('main a', /^Review DEP-/);
  await firefox.click('[role=dialog] button', /^Approve$/);
  await firefox.see(
    `[...document.querySelectorAll('[role=dialog] h2')].some((title) => title.textContent.startsWith('Approve deposit'))`,
  );
  await firefox.click('[role=dialog] button', /^Approve \$/);
  await firefox.see(`/Waits for a second approval|Deposit has been approved|Approved/.test(document.body.innerText)`);
}

/** No screen is wider than its window, and no row of tabs has a bar of its own, where scrollbars take room. */
async function widths(firefox: Firefox, url: string, as: Visitor): Promise<void> {
  if (as === 'anyone') await firefox.newWindow(WIDTHS[0] ?? 1280);
  const isDirect = (screen: ScreenEntry) =>
    screen.as === as && screen.arrive === undefined && !screen.route.includes(':');
  for (const { route, at = route } of [...STORE_SCREENS, ...ADMIN_SCREENS].filter(isDirect)) {
    await firefox.goto(url + at);
    await firefox.see(`document.querySelector('h1') && !document.querySelector('main .animate-pulse')`);
    for (const width of WIDTHS) {
      await firefox.resize(width);
      const [tooWide, bars] = await firefox.evaluate<[number, number]>(
        `[document.documentElement.scrollWidth - document.documentElement.clientWidth,
          Math.max(0, ...[...document.querySelectorAll('.tab-strip')].map((row) => row.offsetWidth - row.clientWidth))]`,
      );
      assert.ok(tooWide <= 0, `${at} at ${width} px is ${tooWide} px wider than its window`);
      assert.equal(bars, 0, `${at} at ${width} px: a row of tabs has a scrollbar`);
    }
  }
  console.log(`Firefox: the screens for ${as} fit ${WIDTHS.join(' and ')} px`);
}
