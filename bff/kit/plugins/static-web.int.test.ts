import assert from 'node:assert/strict';
import { hash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, it } from 'node:test';
import { buildApp } from '#bff/app/app.ts';
import { beginSetup, openSetup } from '#bff/identity/setup/store-state.ts';
import { DomainError } from '#core/kernel/errors.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

const test = await startTestApp();
// A store without one is not open.
await createAdministrator(test);
after(() => test.stop());

it('public pages are drawn for visitors; what cannot be drawn is left to the browser', async () => {
  const webDir = await mkdtemp(path.join(tmpdir(), 'giftledger-web-'));
  await mkdir(path.join(webDir, '.server/.vite'), { recursive: true });
  await writeFile(
    path.join(webDir, 'index.html'),
    '<title>A store</title><meta name="description" content="Ours" /><script src="/before-paint.js"></script>' +
      '<script type="module" crossorigin src="/assets/index-1.js"></script><link rel="modulepreload" crossorigin href="/assets/2.js">' +
      '<div id="root"></div>',
  );
  // A drawn page only names its code; every other page loads it at once.
  const codeLater =
    '<meta name="code" content="/assets/index-1.js /assets/2.js" />\n    <script src="/before-paint.js"></script>';
  await writeFile(path.join(webDir, '.server/.vite/manifest.json'), '{"app/server.tsx":{"file":"server-1.mjs"}}');
  await writeFile(
    path.join(webDir, '.server/server-1.mjs'),
    `export const publicPaths = ['/', '/faq', '/broken', '/imprint'];
    export const drawnPaths = [...publicPaths, '/admin/login'];
    export const hasScreen = (path) => path !== '/gone';
    export const signInOf = (path) => (path === '/orders' ? '/faq' : undefined);
    export async function renderPage(path, server) {
      if (path === '/broken') throw new Error('no such component');
      const answer = await (await server.send('/api/brands')).json();
      const reads = [answer.error, '</script>'];
      return { title: 'Page <' + path + '>', description: path === '/' ? undefined : 'About "it"', html: '<h1>$& ' + server.origin + '</h1>', reads };
    }`,
  );
  const app = await buildApp({ ...test.deps, config: { ...test.deps.config, webDir } });
  const bodyOf = async (url: string) => {
    const page = await app.inject({ url });
    assertStatus(page, 200);
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(page.headers['cache-control'], 'no-cache');
    return page.body;
  };
  const { origin } = new URL(test.deps.config.publicUrl);
  // What a messenger shows of a link.
  const sharedAs = (title: string, description: string, path: string) =>
    `${[
      ...['og:type=website', 'og:site_name=Giftledger', `og:title=${title}`, `og:description=${description}`],
      ...[`og:url=${origin}${path}`, `og:image=${origin}/share.png`, 'og:image:width=1200', 'og:image:height=630'],
    ]
      .map((tag) => tag.replace(/^([^=]+)=(.*)$/, '<meta property="$1" content="$2" />'))
      .join('')}<meta name="twitter:card" content="summary_large_image" />`;
  // What the browser's code knows of the store.
  const storeIn = async () =>
    `<meta name="application-name" content="Giftledger" /><script id="store" type="application/json">${(await test.app.inject({ url: '/api/seller' })).body}</script>`;
  assert.ok((await bodyOf('/faq?from=mail')).includes(sharedAs('Giftledger', 'Ours', '/faq')));
  assert.equal(
    await bodyOf('/faq'),
    `<title>Page &#60;/faq&#62;</title><link rel="canonical" href="${origin}/faq" />${sharedAs('Page &#60;/faq&#62;', 'About &#34;it&#34;', '/faq')}${await storeIn()}<meta name="description" content="About &#34;it&#34;" />${codeLater}` +
      `<div id="root"><h1>$& ${origin}</h1></div><script id="reads" type="application/json">[false,"\\u003c/script>"]</script>`,
  );
  assert.match(await bodyOf('/'), /content="Ours" \/><meta name="code".*\n.*<div id="root"><h1>/);
  for (const url of ['/broken', '/faq?from=mail', '/cart'])
    assert.match(await bodyOf(url), /type="module" .*<div id="root"><\/div>/);
  // The sign-in at an address of members.
  for (const url of ['/orders', '/orders?page=2'])
    assert.match(await bodyOf(url), /<meta name="sign-in" content="\/faq" \/>[\s\S]*<h1>/);
  // Search engines get one address of a page, whatever its query and by whichever address it is reached.
  const forSearch = async (url: string, headers = {}) => {
    const { body, headers: said } = await app.inject({ url, headers });
    const canonical = [...body.matchAll(/<link rel="canonical" href="([^"]*)" \/>/g)].map(([, href]) => href);
    return { canonical, robots: said['x-robots-tag'] };
  };
  for (const [url, path] of [
    ['/faq', '/faq'],
    ['/faq?from=mail', '/faq'],
    ['/broken', '/broken'],
    ['/orders?page=2', '/faq'],
    ['/admin/login', '/admin/login'],
  ] as const)
    assert.deepEqual(await forSearch(url), { canonical: [origin + path], robots: undefined }, url);
  // The back office, the address of a mail, an unknown page, and a signed-in customer's page are not for them.
  const nothing = { canonical: [], robots: 'noindex' };
  for (const url of ['/admin', '/admin/users?term=maya', '/password-reset/Zm9v', '/gone'])
    assert.deepEqual(await forSearch(url), nothing, url);
  for (const url of ['/orders', '/'])
    assert.deepEqual(await forSearch(url, { cookie: 'giftledger_signed_in=1' }), nothing, url);
  // The browser shows there that it found no page; the answer does, too.
  for (const asked of [{ url: '/gone' }, { url: '/gone', headers: { cookie: 'giftledger_signed_in=1' } }]) {
    const gone = await app.inject(asked);
    assertStatus(gone, 404);
    assert.match(gone.body, /<div id="root"><\/div>/);
  }
  // A browser with a session draws its pages itself, and gets their code at once.
  const headers = { cookie: 'giftledger_signed_in=1' };
  for (const url of ['/', '/orders']) {
    const own = await app.inject({ url, headers });
    assert.match(own.body, /type="module" .*<div id="root"><\/div>/);
    assert.match(String(own.headers.vary), /cookie/);
  }
  const robots = await app.inject({ url: '/robots.txt' });
  assert.match(robots.body, /Disallow: \/api\/\n/);
  assert.doesNotMatch(robots.body, /admin/, 'a page must be read for its noindex to be seen');
  const sitemap = await app.inject({ url: '/sitemap.xml' });
  assert.match(sitemap.body, new RegExp(`<loc>${origin}/faq</loc>`));
  assert.doesNotMatch(sitemap.body, /admin/);
  // Nobody has written an imprint.
  assert.doesNotMatch(sitemap.body, /imprint/);
  assertStatus(await app.inject({ url: '/imprint' }), 404);
  assertStatus(await app.inject({ url: '/.server/server-1.mjs' }), 404);
  // Built again while the store is open.
  await writeFile(
    path.join(webDir, '.server/server-2.mjs'),
    'export const publicPaths = []; export const drawnPaths = [];',
  );
  await writeFile(path.join(webDir, '.server/.vite/manifest.json'), '{"app/server.tsx":{"file":"server-2.mjs"}}');
  assert.match(await bodyOf('/faq'), /<div id="root"><\/div>/);
  await app.close();
  await rm(webDir, { recursive: true });
});

it('the web app is served: its own addresses get the page, hashed files are kept for good', async () => {
  const webDir = await mkdtemp(path.join(tmpdir(), 'giftledger-web-'));
  const built = path.join(webDir, 'built');
  const app = await buildApp({ ...test.deps, config: { ...test.deps.config, webDir: built } });
  // A first start may open the store before its screens are built.
  assertStatus(await app.inject({ url: '/' }), 404);
  await mkdir(path.join(built, 'assets'), { recursive: true });
  await writeFile(path.join(built, 'index.html'), '<!doctype html><title>A store</title>');
  await writeFile(path.join(built, 'assets/main-abc123.js'), `export const text = '${'x'.repeat(4_000)}';`);
  for (const url of ['/', '/orders/123', '/admin/dashboard']) {
    const page = await app.inject({ url });
    // Monitors and link checkers ask for the head alone.
    assert.equal((await app.inject({ method: 'HEAD', url })).statusCode, page.statusCode);
    assertStatus(page, 200);
    assert.match(page.body, /<title>Giftledger<\/title>.*"name":"Giftledger"/);
    assert.equal(page.headers['cache-control'], 'no-cache');
  }
  const script = await app.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': 'br' } });
  assertStatus(script, 200);
  assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(script.headers['content-encoding'], 'br');
  // Page policies have no effect on a script; its media type with nosniff has.
  for (const name of ['content-security-policy', 'permissions-policy']) assert.equal(script.headers[name], undefined);
  assert.equal(script.headers['x-content-type-options'], 'nosniff');
  // The build has compressed it.
  await writeFile(path.join(built, 'assets/main-abc123.js.br'), 'as the build did it');
  const ready = await app.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': 'gzip, br' } });
  assert.deepEqual(
    [ready.body, ready.headers['content-encoding'], ready.headers['cache-control']],
    ['as the build did it', 'br', 'public, max-age=31536000, immutable'],
  );
  assert.match(String(ready.headers['content-type']), /javascript/);
  await writeFile(path.join(built, 'assets/main-def456.js'), 'export const text = 0;');
  // Built while the store was already serving.
  assertStatus(await app.inject({ url: '/assets/main-def456.js' }), 200);
  assertStatus(await app.inject({ url: '/assets/gone.js' }), 404);
  assertStatus(await app.inject({ url: '/api/gone' }), 404);
  assertStatus(await app.inject({ url: '/../package.json' }), 404);
  await app.close();
  await rm(webDir, { recursive: true });
});

it('every page of a demonstration says first that it is one, without a script; no page of any other store does', async () => {
  const webDir = await mkdtemp(path.join(tmpdir(), 'giftledger-web-'));
  const template = '<html><head><title>A store</title></head><body><div id="root"></div></body></html>';
  await writeFile(path.join(webDir, 'index.html'), template);
  const other = await startTestApp({ hasSettings: false });
  await createAdministrator(other);
  const config = { ...test.deps.config, webDir };
  const [app, plain] = [await buildApp({ ...test.deps, config }), await buildApp({ ...other.deps, config })];
  const strip =
    /<body><aside id="demonstration" aria-label="Demonstration">Demonstration store: no real money, no real codes.<\/aside><div id="root">/;
  for (const url of [
    '/',
    '/products',
    '/orders',
    '/login',
    '/nowhere',
    '/admin',
    '/admin/login',
    '/verify-email/1/2',
  ]) {
    assert.match((await app.inject({ url })).body, strip, url);
    assert.doesNotMatch((await plain.inject({ url })).body, /demonstration/i, url);
  }
  // The viewer of the API's document has a policy of its own, which takes this style alone.
  for (const url of ['/api/docs', '/api/docs/']) {
    const { body, headers } = await app.inject({ url });
    assert.match(body, /<body><aside id="demonstration"/, url);
    const css = /<style id="demonstration-style">([^<]*)<\/style>/.exec(body)?.[1] ?? '';
    assert.ok(String(headers['content-security-policy']).includes(`'sha256-${hash('sha256', css, 'base64')}'`), url);
    assert.doesNotMatch((await plain.inject({ url })).body, /demonstration/i, url);
  }
  assert.doesNotMatch((await app.inject({ url: '/api/docs/static/swagger-ui.css' })).body, /id="demonstration"/);
  // What it once was it stays, also while its settings cannot be read.
  const settings = { ...test.deps.settings };
  const away = await buildApp({ ...test.deps, config, settings });
  assert.match((await away.inject({ url: '/orders' })).body, strip);
  settings.now = () => assert.fail(new DomainError('unavailable', 'Not now.'));
  assert.match((await away.inject({ url: '/orders' })).body, strip);
  // While it is set up, customers see that it is not open.
  for (const each of [test, other]) await beginSetup(each.deps.database);
  const [closed, plainClosed] = [await buildApp({ ...test.deps, config }), await buildApp({ ...other.deps, config })];
  assert.match((await closed.inject({ url: '/orders' })).body, /<body><aside id="demonstration".*not open yet/s);
  assert.match((await plainClosed.inject({ url: '/orders' })).body, /<body>\s*<main>\s*<h1>This store is not open yet/);
  await openSetup(test.deps.database, new Date());
  for (const each of [app, plain, away, closed, plainClosed]) await each.close();
  await other.stop();
  await rm(webDir, { recursive: true });
});

it('each page has the name, the logo and the colour that the settings say, from its first paint and at once', async () => {
  const webDir = await mkdtemp(path.join(tmpdir(), 'giftledger-web-'));
  await writeFile(path.join(webDir, 'index.html'), '<!doctype html><title>A store</title><div id="root"></div>');
  await writeFile(path.join(webDir, 'favicon.svg'), '<svg><rect fill="#4a3fc9"/></svg>');
  const app = await buildApp({ ...test.deps, config: { ...test.deps.config, webDir } });
  const page = async () => (await app.inject({ url: '/orders' })).body;
  assert.doesNotMatch(await page(), /<style id="accent"/);
  const adopted = await test.deps.ledger.execute(
    {
      type: 'AdoptSettings',
      section: 'look',
      why: 'The first ones',
      value: {
        accent: '#0f766e',
        logo: { fileId: '0d6f2a00-0000-4000-8000-000000000001', width: 320, height: 64 },
        logoOnDark: null,
      },
    },
    { commandId: randomUUID(), correlationId: randomUUID(), actor: { kind: 'system', id: 'test' } },
  );
  assert.ok(await test.deps.settings.reached(adopted.position, 10_000));
  assert.match(
    await page(),
    /<style id="accent">:root\{--color-accent:light-dark\(#0f766e,#[0-9a-f]{6}\);[^<]*<\/style>.*"logo":\{"id":"0d6f2a00/,
  );
  const manifest = (await app.inject({ url: '/site.webmanifest' })).json();
  assert.deepEqual([manifest.name, manifest.theme_color], ['Giftledger', '#0f766e']);
  assert.match((await app.inject({ url: '/favicon.svg' })).body, /fill="#0f766e"/);
  const { info } = (await app.inject({ url: '/api/docs/json' })).json();
  assert.deepEqual(
    [info.title, info.contact],
    ['Giftledger API', { name: 'Giftledger', email: 'support@giftledger.example' }],
  );
  await app.close();
  await rm(webDir, { recursive: true });
});
