import assert from 'node:assert/strict';
import { it } from 'node:test';
import { operationsPage } from './variables-table.ts';

it('docs/operations.md lists every variable as the schema has it', async () => {
  const { written, current } = await operationsPage();
  assert.ok(written === current, 'docs/operations.md is out of date: run `npm run docs:variables` and commit it.');
});
