import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { EXAMPLE_FILE, renderExampleCatalogue } from './example-catalogue.ts';

it('the example catalogue is what the demonstration sells', async () => {
  assert.equal(await readFile(EXAMPLE_FILE, 'utf8'), renderExampleCatalogue(), 'run npm run docs:catalogue');
});
