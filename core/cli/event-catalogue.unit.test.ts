import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { ledgerEvents } from '#core/aggregates/events.ts';
import { CATALOGUE_FILE, renderCatalogue } from './event-catalogue.ts';

it('docs/events.md tells of every event as its schema has it', async () => {
  const catalogue = renderCatalogue();
  for (const type of Object.keys(ledgerEvents)) assert.match(catalogue, new RegExp(`^### ${type}\\b`, 'm'));
  const written = await readFile(CATALOGUE_FILE, 'utf8');
  assert.ok(written === catalogue, 'docs/events.md is out of date: run `npm run docs:events` and commit it.');
});
