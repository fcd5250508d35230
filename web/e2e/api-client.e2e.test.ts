import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Page, Request } from 'playwright';
import { launchBrowser } from '#infra/proof/testing/browser.ts';
import { startGalleryServer } from './built-server.ts';
import { SUITE_LIMIT_MS } from './limits.ts';
import { newPage } from './stage.ts';

const user = {
  id: '00000000-0000-4000-8000-000000000001',
  email: 'ada@acme.example',
  name: 'Ada',
  email_verified_at: '2026-01-01T00:00:00Z',
  is_company_detail_complete: true,
  is_approval_requested: true,
  is_approved: true,
  credit: '0.00',
  wallets: [],
  bankingDetails: null,
  delivery: null,
  created_at: '2026-01-01T00:00:00Z',
};
const session = (token: string) => ({
  status: 'signed_in',
  access_token: token,
  token_type: 'bearer',
  expires_at: '2027-01-01T00:00:00Z',
  user,
});

type Answer = { status: number; body: unknown } | 'drop';

/** The API client in a real browser. The test answers as the server, because the subject is the client's behaviour when a server misbehaves. */
describe('the API client', { timeout: SUITE_LIMIT_MS }, async () => {
  const [browser, server] = await Promise.all([launchBrowser(), startGalleryServer()]);
  after(async () => {
    await browser.close();
    await server.stop();
  });

  const open = async (answer: (request: Request, path: string) => Answer, signedIn = true) => {
    const context = await browser.newContext();
    const page = await newPage(context);
    const requests: Request[] = [];
    await page.route(/^http:\/\/127\.0\.0\.1:\d+\/api\//, (route) => {
      const request = route.request();
      requests.push(request);
      const given = answer(request, new URL(request.url()).pathname);
      if (given === 'drop') return route.abort('connectionreset');
      return route.fulfill({ status: given.status, contentType: 'application/json', body: JSON.stringify(given.body) });
    });
    if (signedIn) await page.addInitScript(() => localStorage.setItem('giftledger.customer-signed-in', '1'));
    const restored = signedIn ? page.waitForResponse('**/api/auth/refresh') : undefined;
    await page.goto(`${server.url}/__gallery`);
    await page.getByRole('heading', { name: 'The shared pieces' }).waitFor();
    await restored;
    // The page holds this lock until its session is restored; earlier calls would share that refresh.
    await page.evaluate(() => navigator.locks.request('giftledger-session-customer', () => undefined));
    const to = (path: string) => requests.filter((request) => new URL(request.url()).pathname === path);
    return { page, to, close: () => context.close() };
  };
  /** Runs calls with the app's own modules; returns the result of each. */
  const call = (page: Page, calls: readonly [key: string, input: object][]) =>
    page.evaluate(async (list) => {
      const modulePath = '/api-client.js';
      const { api } = (await import(modulePath)) as { api: (key: string, input: object) => Promise<unknown> };
      const outcomes = await Promise.allSettled(list.map(([key, input]) => api(key, input)));
      return outcomes.map((outcome) => {
        if (outcome.status === 'fulfilled') return outcome.value;
        const { status, code, message, errors } = outcome.reason;
        return { status, code, message, errors };
      });
    }, calls);

  it('given three calls refused at once, when they are retried, then one refresh serves them all', async () => {
    let refreshes = 0;
    const { page, to, close } = await open((request, path) => {
      if (path === '/api/auth/refresh') {
        refreshes += 1;
        return { status: 200, body: session(`token-${refreshes}`) };
      }
      const isFresh = request.headers().authorization === 'Bearer token-2';
      return isFresh
        ? { status: 200, body: { path } }
        : { status: 401, body: { message: 'expired', code: 'unauthenticated' } };
    });
    const outcomes = await call(page, [
      ['GET /a', {}],
      ['GET /b', {}],
      ['GET /c', {}],
    ]);
    assert.deepEqual(outcomes, [{ path: '/api/a' }, { path: '/api/b' }, { path: '/api/c' }]);
    assert.equal(to('/api/auth/refresh').length, 2, 'one on load, one for the three');
    await close();
  });

  it('given a session that cannot be refreshed, when a call is refused, then login opens and leads back', async () => {
    let refreshes = 0;
    const { page, close } = await open((_request, path) => {
      if (path !== '/api/auth/refresh') return { status: 401, body: { message: 'no', code: 'unauthenticated' } };
      refreshes += 1;
      return refreshes === 1
        ? { status: 200, body: session('token') }
        : { status: 401, body: { message: 'no', code: 'x' } };
    });
    await call(page, [['GET /orders', {}]]);
    await page.waitForURL((url) => url.pathname === '/login');
    assert.equal(new URL(page.url()).searchParams.get('redirect'), '/__gallery');
    assert.equal(await page.evaluate(() => localStorage.getItem('giftledger.customer-signed-in')), null);
    await close();
  });

  it('given a write without an answer, when it is repeated, then it carries the same key', async () => {
    let tries = 0;
    const { page, to, close } = await open((_request, path) => {
      if (path === '/api/auth/refresh') return { status: 200, body: session('token') };
      tries += 1;
      return tries < 3 ? 'drop' : { status: 201, body: { done: true } };
    });
    const outcomes = await call(page, [['POST /checkout', { body: { wallet_id: 'w' } }]]);
    assert.deepEqual(outcomes, [{ done: true }]);
    const keys = to('/api/checkout').map((request) => request.headers()['idempotency-key']);
    assert.equal(keys.length, 3);
    assert.equal(new Set(keys).size, 1);
    assert.match(keys[0] ?? '', /^[0-9a-f-]{36}$/);
    await close();
  });

  it('given a refusal with messages by field, then the error carries them', async () => {
    const body = { message: 'The amount is too small.', code: 'validation', errors: { amount: ['Minimum 1'] } };
    const { page, close } = await open((_request, path) =>
      path === '/api/auth/refresh' ? { status: 200, body: session('token') } : { status: 422, body },
    );
    const [refused, gone] = await call(page, [
      ['POST /deposits', { body: {} }],
      ['GET /deposits', { query: { page: 2, search: '', none: null } }],
    ]);
    assert.deepEqual(refused, { status: 422, code: 'validation', message: body.message, errors: body.errors });
    assert.deepEqual(gone, refused);
    await close();
  });

  it('given a visitor, when a page opens, then no session is asked after', async () => {
    const { to, close } = await open(() => ({ status: 401, body: {} }), false);
    assert.equal(to('/api/auth/refresh').length, 0);
    await close();
  });
});
