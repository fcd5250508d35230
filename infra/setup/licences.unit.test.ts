import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { LICENCES_FILE, renderLicencesPage } from './licences.ts';

it('every package of the product is under a licence that is allowed, and the page of them is up to date', async () => {
  assert.equal(await readFile(LICENCES_FILE, 'utf8'), await renderLicencesPage(), 'run npm run docs:licences');
});
