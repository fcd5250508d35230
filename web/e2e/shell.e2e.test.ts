import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Request } from 'playwright';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { launchBrowser } from '#infra/proof/testing/browser.ts';
import { assertAccessible } from './axe.ts';
import { startBuiltServer } from './built-server.ts';
import { SUITE_LIMIT_MS } from './limits.ts';
import { shellAnswers } from './shell-answers.ts';
import { fits, newPage, seeValue } from './stage.ts';

const MAIN_LINKS = ['Home', 'Products', 'Orders', 'Deposits', 'Withdrawals'];

/** The frames around the screens. The test answers as the API, in order to get answers that a real one seldom gives. */
describe('the shells', { timeout: SUITE_LIMIT_MS }, async () => {
  const [browser, server] = await Promise.all([launchBrowser(), startBuiltServer()]);
  after(async () => {
    await browser.close();
    await server.stop();
  });

  const open = async (path: string, options: { signedIn?: boolean; width?: number; user?: object } = {}) => {
    const { signedIn = true, width = 1280, user = {} } = options;
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const page = await newPage(context);
    const requests: Request[] = [];
    const answer = shellAnswers(user);
    await page.route(/^http:\/\/127\.0\.0\.1:\d+\/api\//, (route) => {
      requests.push(route.request());
      const { status, body } = answer(route.request());
      return route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
    });
    if (signedIn) {
      await page.addInitScript(() => {
        localStorage.setItem('giftledger.customer-signed-in', '1');
        localStorage.setItem('giftledger.admin-signed-in', '1');
      });
    }
    await page.goto(server.url + path);
    // The frame shows before its page, which is loaded separately and sets the title and the focus.
    await page.getByRole('heading', { level: 1 }).waitFor();
    const sent = (method: string, pattern: RegExp) =>
      requests.filter((request) => request.method() === method && pattern.test(new URL(request.url()).pathname));
    return { page, sent, close: () => context.close() };
  };

  it('a visitor who opens a customer’s page is asked to sign in, to come back to it', async () => {
    const { page, close } = await open('/orders?page=2', { signedIn: false });
    await page.waitForURL((url) => url.pathname === '/login');
    assert.equal(new URL(page.url()).searchParams.get('redirect'), '/orders?page=2');
    await close();
  });

  it('a toast covers neither what sends the form that it is about, nor the bar', async () => {
    const { page, close } = await open('/withdraw/new', { width: 1440 });
    await page.route(/\/api\/withdrawals$/, (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/json',
        body: JSON.stringify({ message: 'It is too much.' }),
      }),
    );
    await page.getByLabel('Amount').fill('20');
    await page.getByLabel('Bank name').fill('Acme Bank');
    await page.getByLabel('Account name').fill('Acme');
    await page.getByLabel('Account number').fill('DE89370400440532013000');
    await page.getByLabel('SWIFT code').fill('COBADEFFXXX');
    const submit = page.getByRole('button', { name: 'Request withdrawal of $20.00' });
    await submit.click();
    const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'It is too much.' });
    await toast.waitFor();
    await eventually(async () => {
      const [over, button, bar] = await Promise.all(
        [toast, submit, page.getByRole('banner')].map((each) => each.boundingBox()),
      );
      assert.ok(
        over && button && bar && over.y >= bar.y + bar.height && over.y + over.height <= button.y,
        'it is between',
      );
    });
    await close();
  });

  it('a visitor’s page asks for nothing that needs a session', async () => {
    const { page, sent, close } = await open('/about', { signedIn: false });
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    await page.waitForLoadState('networkidle');
    assert.deepEqual(
      sent('GET', /./)
        .map((request) => new URL(request.url()).pathname)
        .sort(),
      // Who runs the store and which texts it has, for the foot of the page; and the page itself.
      ['/api/seller', '/api/texts', '/api/texts/about'],
    );
    await close();
  });

  it('a visitor sees the places of the store, and one that needs a customer asks to sign in', async () => {
    const { page, close } = await open('/about', { signedIn: false });
    const main = page.getByRole('navigation', { name: 'Main' });
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    assert.deepEqual(await main.getByRole('link').allInnerTexts(), MAIN_LINKS);
    await main.getByRole('link', { name: 'Products' }).click();
    await page.waitForURL('**/login?redirect=%2Fproducts');
    await close();
  });

  it('a customer who is signed in is sent on from sign-in, and may ask for a link to a new password', async () => {
    const { page, close } = await open('/login?redirect=/about');
    await page.waitForURL('**/about');
    await page.goto(`${new URL(page.url()).origin}/forgot-password`);
    await page.getByRole('heading', { level: 1, name: 'Forgot your password?' }).waitFor();
    await page.getByRole('button', { name: 'My Account' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/forgot-password');
    await close();
  });

  it('a customer without approval is led to the page that waits for it', async () => {
    const { page, close } = await open('/orders', { user: { is_approved: false } });
    await page.waitForURL((url) => url.pathname === '/approval-waiting');
    await close();
  });

  it('the top bar has the places, the wallet, the credit and the counts, and is accessible', async () => {
    const { page, close } = await open('/about');
    const main = page.getByRole('navigation', { name: 'Main' });
    await page.getByText('Credit limit $1,500.00').waitFor();
    assert.deepEqual(await main.getByRole('link').allInnerTexts(), MAIN_LINKS);
    await page.getByRole('button', { name: 'Notifications, 2 unread' }).waitFor();
    await page.getByRole('button', { name: 'Shopping cart, 3 items' }).waitFor();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).waitFor();
    await assertAccessible(page);
    await close();
  });

  it('another wallet is chosen with the keyboard, remembered, and reaches the page by a storage event', async () => {
    const { page, close } = await open('/about');
    await page.evaluate(() => {
      addEventListener('storage', (event) => {
        if (event.key === 'giftledger.currency') document.title = `currency ${event.newValue}`;
      });
    });
    await page.getByRole('button', { name: 'Wallet: USD $12,480.50' }).press('Enter');
    await page.getByRole('menuitemradio', { name: /EUR/ }).press('Enter');
    await page.getByRole('button', { name: 'Wallet: EUR €2,310.00' }).waitFor();
    assert.equal(await page.title(), 'currency EUR');
    assert.equal(await page.evaluate(() => localStorage.getItem('giftledger.currency')), 'EUR');
    await close();
  });

  it('a notification is read when it is pressed, and leads where its kind leads', async () => {
    const { page, sent, close } = await open('/about');
    await page.getByRole('button', { name: 'Notifications, 2 unread' }).click();
    await page
      .getByRole('button', { name: /Order completed/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/about', 'this kind links nowhere');
    await page
      .getByRole('link', { name: /Deposit approved/ })
      .first()
      .click();
    await page.waitForURL((url) => url.pathname === '/deposits');
    await eventually(() => assert.equal(sent('PATCH', /\/api\/notifications\/1-[01]$/).length, 2));
    await close();
  });

  it('the cart popover shows lines, discounts and totals, and says so when it is empty', async () => {
    const { page, close } = await open('/about');
    await page.getByRole('button', { name: 'Shopping cart, 3 items' }).click();
    const panel = page.getByRole('dialog', { name: 'Shopping Cart' });
    await panel.getByText('- $5.00 off').waitFor();
    await panel.getByText('Discount', { exact: true }).waitFor();
    assert.equal(await panel.getByText('Conversion Fees').count(), 0, 'zero is not shown');
    await panel.getByRole('button', { name: 'Remove Steam Gift Card' }).click();
    await panel.getByText('Your cart is empty').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await close();
  });

  it('the help button has a place of its own at every width, where it covers nothing', async () => {
    for (const width of [390, 768, 1024, 1280, 1440, 1920]) {
      const { page, close } = await open('/about', { width });
      await page.getByRole('button', { name: 'Help', exact: true }).waitFor();
      const place = await page.evaluate(() => {
        const help = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Help');
        const main = document.querySelector('main');
        if (!help?.parentElement || !main) throw new Error('no help button');
        const { right } = main.getBoundingClientRect();
        return {
          strip: help.parentElement.getBoundingClientRect().width,
          left: help.getBoundingClientRect().left,
          contentEnd: right - Number.parseFloat(getComputedStyle(main).paddingRight),
          window: document.body.getBoundingClientRect().width,
        };
      });
      // It is in a strip across the window, below the scrolling page; or beside the column of content.
      assert.ok(place.strip === place.window || place.left >= place.contentEnd, `${width}: ${JSON.stringify(place)}`);
      await fits(page);
      await close();
    }
  });

  it('a printed page has its content alone: no bars, no buttons, black on white', async () => {
    const { page, close } = await open('/about');
    const heading = page.getByRole('heading', { level: 1 });
    await heading.waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const shown of [page.getByRole('banner'), page.getByRole('contentinfo'), page.getByRole('button')]) {
      for (const each of await shown.all()) assert.equal(await each.isVisible(), false);
    }
    assert.equal(await heading.isVisible(), true);
    assert.equal(await heading.evaluate((each) => getComputedStyle(each).color), 'rgb(0, 0, 0)');
    await close();
  });

  it('a support ticket needs every field, and resets when it was sent', async () => {
    const { page, sent, close } = await open('/about', { signedIn: false });
    await page.getByRole('button', { name: 'Help', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Contact support' });
    await dialog.getByRole('button', { name: 'Submit' }).click();
    for (const text of ['Full name', 'Email', 'Subject', 'Message'])
      await dialog.getByText(`${text} is required`).waitFor();
    await dialog.getByLabel('Full name').fill('Ada');
    // An error clears when the field is edited.
    await dialog.getByText('Full name is required').waitFor({ state: 'detached' });
    await dialog.getByLabel('Email').fill('ada@');
    await dialog.getByLabel('Subject').fill('Codes');
    await dialog.getByLabel('Message').fill('Where are they?');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await dialog.getByText('Please enter a valid email address').waitFor();
    await dialog.getByLabel('Email').fill('ada@acme.example');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await dialog.getByText('Your support ticket has been submitted successfully!').waitFor();
    await seeValue(dialog.getByLabel('Subject'), '');
    assert.equal(sent('POST', /send-ticket$/).length, 1);
    await close();
  });

  it('signing out ends the session, forgets it and returns to what visitors see', async () => {
    const { page, sent, close } = await open('/about');
    await page.getByRole('button', { name: 'My Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    assert.equal(sent('POST', /\/api\/auth\/sign-out$/).length, 1);
    await page.waitForFunction(() => localStorage.getItem('giftledger.customer-signed-in') === null);
    await close();
  });

  it('a small screen has the places in a side menu', async () => {
    const { page, close } = await open('/about', { width: 390 });
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('dialog').getByRole('navigation', { name: 'Menu' });
    for (const name of ['Orders', 'Withdrawals', 'Company Settings', 'Banking Details', 'Account Settings']) {
      await menu.getByRole('link', { name }).waitFor();
    }
    await fits(page);
    await close();
  });

  it('an unknown address is a page that leads on; the focus goes to the heading of each new page', async () => {
    const { page, close } = await open('/no-such-page');
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await page.waitForFunction(() => document.title.startsWith('Page not found'));
    await page.goto(`${server.url}/about`);
    // The first page keeps the browser's own focus: only later pages move it.
    await page.getByRole('heading', { level: 1, name: /^Gift cards for business/ }).waitFor();
    await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
    await page.waitForURL((url) => url.pathname === '/faq');
    await page.getByRole('heading', { level: 1, name: 'Frequently asked questions' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('main h1'));
    await close();
  });

  it('the back office asks administrators to sign in, apart from customers', async () => {
    const { page, close } = await open('/admin/orders', { signedIn: false });
    await page.waitForURL((url) => url.pathname === '/admin/login');
    assert.equal(new URL(page.url()).searchParams.get('redirect'), '/admin/orders');
    await close();
  });

  it('an administrator who signs out is on the plain sign-in page; there is no way back to where they were', async () => {
    const { page, sent, close } = await open('/admin/no-such-place?page=2');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL((url) => url.pathname === '/admin/login');
    await page.getByRole('heading', { level: 1, name: 'Sign in to the back office' }).waitFor();
    assert.equal(new URL(page.url()).search, '');
    assert.equal(sent('POST', /\/api\/admin\/logout$/).length, 1);
    await close();
  });

  it('⌘K reaches places and, by search, users and orders', async () => {
    const { page, close } = await open('/admin/no-such-place');
    await page.getByRole('link', { name: 'Go to the dashboard' }).waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox');
    await field.fill('audit');
    await page.getByRole('option', { name: 'Audit' }).waitFor();
    await field.fill('ada');
    await page
      .getByRole('option', { name: /Ada Lovelace/ })
      .first()
      .waitFor();
    await field.press('Enter');
    await page.waitForURL((url) => url.pathname === '/admin/users/u1');
    await close();
  });
});
