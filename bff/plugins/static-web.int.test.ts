import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import { buildApp } from '#bff/app.ts';
import { assertStatus, startTestApp, type TestApp } from '#bff/testing/test-app.ts';

let test: TestApp;
before(async () => {
  test = await startTestApp();
});
after(() => test.stop());

it('the web app is served: its own addresses get the page, hashed files are kept for good', async () => {
  const webDir = await mkdtemp(path.join(tmpdir(), 'giftledger-web-'));
  await mkdir(path.join(webDir, 'assets'));
  await writeFile(path.join(webDir, 'index.html'), '<!doctype html><title>Giftledger</title>');
  await writeFile(path.join(webDir, 'assets/main-abc123.js'), `export const text = '${'x'.repeat(4_000)}';`);
  const app = await buildApp({ ...test.deps, config: { ...test.deps.config, webDir } });
  for (const url of ['/', '/orders/123', '/admin/dashboard']) {
    const page = await app.inject({ url });
    assertStatus(page, 200);
    assert.match(page.body, /Giftledger/);
    assert.equal(page.headers['cache-control'], 'no-cache');
  }
  const script = await app.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': 'br' } });
  assertStatus(script, 200);
  assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(script.headers['content-encoding'], 'br');
  await writeFile(path.join(webDir, 'assets/main-def456.js'), 'export const text = 0;');
  // Built while the store was already serving.
  assertStatus(await app.inject({ url: '/assets/main-def456.js' }), 200);
  assertStatus(await app.inject({ url: '/assets/gone.js' }), 404);
  assertStatus(await app.inject({ url: '/api/gone' }), 404);
  assertStatus(await app.inject({ url: '/../package.json' }), 404);
  await app.close();
  await rm(webDir, { recursive: true });
});
