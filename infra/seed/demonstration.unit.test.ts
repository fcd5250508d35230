import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { DEMO_SELLER, demoAccount } from './settings.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const SOURCE = '{bff,core,infra,programs,projections,web}/**/*.{ts,tsx,mjs,cjs,css,html,sql,json,yml}';
const isTest = (file: string) => /\.test\.tsx?$|(^|\/)(testing|fixtures|e2e|node_modules)\/|^infra\/proof\//.test(file);

/** What names the demonstration's seller, and where it is paid: as it is printed, and without spaces. */
const { name, vatId, address, email, supportEmail, mailFrom } = DEMO_SELLER;
const MARKS = [
  ...[name, vatId, ...address, email, supportEmail, mailFrom],
  ...[demoAccount('EUR'), demoAccount('USD')].flatMap(({ number, bank, bic }) => [number, bank, bic]),
].flatMap((text) => (text === null ? [] : [...new Set([text, text.replaceAll(' ', '')])]));

it('the demonstration’s seller stands in the seed alone: no source names it, its numbers or its addresses', () => {
  const files = globSync(SOURCE, { cwd: ROOT }).filter((file) => !file.startsWith('infra/seed/') && !isTest(file));
  assert.ok(files.length > 1_000, 'the source was found');
  const found = files.flatMap((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    return MARKS.filter((mark) => text.includes(mark)).map((mark) => `${file}: ${mark}`);
  });
  assert.deepEqual(found, []);
});
