import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { exampleIn } from '#core/kernel/text/examples.ts';
import { DEMO_MARKS } from './demonstration-marks.ts';
import { DEMO_SELLER, demoAccount } from './settings.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const FILES = '**/*.{ts,tsx,js,mjs,cjs,css,html,svg,sql,json,yml}';
const isTest = (file: string) => /\.test\.tsx?$|(^|\/)(testing|fixtures|e2e|node_modules)\/|^infra\/proof\//.test(file);
const sourceOf = (folders: string) =>
  globSync(`{${folders}}/${FILES}`, { cwd: ROOT }).filter(
    (file) => !file.startsWith('infra/seed/') && !isTest(file) && !file.includes('node_modules'),
  );
const naming = (files: readonly string[], marks: readonly string[]) =>
  files.flatMap((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    return marks.filter((mark) => text.includes(mark)).map((mark) => `${file}: ${mark}`);
  });

it('the demonstration’s seller stands in the seed alone: no source names it, its numbers or its addresses', () => {
  const files = sourceOf('bff,core,infra,programs,projections,web');
  assert.ok(files.length > 1_000, 'the source was found');
  assert.deepEqual(naming(files, DEMO_MARKS), []);
});

it('customers and owners read their store’s name, never the product’s', () => {
  const files = sourceOf('bff,web');
  assert.ok(files.length > 600, 'the source was found');
  assert.deepEqual(naming(files, ['Giftledger']).sort(), [
    // The program that sends, by which receivers of webhooks may know it.
    'bff/outside/webhooks/signature.ts: Giftledger',
    // Papers that were issued before their seller had a name of its own at the head.
    'bff/papers/drawing/sheet.ts: Giftledger',
  ]);
});

it('every value of the demonstration that names somebody is an example', () => {
  for (const [field, text] of Object.entries({
    vatId: DEMO_SELLER.vatId,
    registration: DEMO_SELLER.registration,
    email: DEMO_SELLER.email,
    supportEmail: DEMO_SELLER.supportEmail,
    mailFrom: DEMO_SELLER.mailFrom,
  })) {
    assert.deepEqual(exampleIn({ [field]: text }), { field, text }, field);
  }
  for (const currency of ['EUR', 'USD'] as const) {
    const account = demoAccount(currency);
    assert.deepEqual(exampleIn({ accounts: [account] }), { field: 'accounts.0.number', text: account.number });
  }
});
