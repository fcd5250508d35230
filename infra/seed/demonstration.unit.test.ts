import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { DEMO_MARKS } from './demonstration-marks.ts';

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
