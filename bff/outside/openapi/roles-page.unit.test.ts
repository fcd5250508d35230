import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { allRoutes } from '#bff/contract/routes.ts';
import { ROLES_FILE, renderRolesPage } from './roles-page.ts';

it('docs/roles.md has every route and every role as the contract has them', async () => {
  const written = await readFile(ROLES_FILE, 'utf8');
  assert.ok(written === renderRolesPage(), 'docs/roles.md is out of date: run `npm run docs:roles` and commit it.');
});

it('a right to read changes nothing: no route that writes takes it', () => {
  const writing = allRoutes.filter(({ method, permission }) => method !== 'GET' && permission?.endsWith(':read'));
  assert.deepEqual(
    writing.map(({ method, path }) => `${method} ${path}`),
    [],
  );
});
