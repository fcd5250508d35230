import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { may } from '#bff/contract/base/roles.ts';
import type { RouteContract } from '#bff/contract/base/route.ts';
import { EVENT_STREAM } from '#bff/contract/people/notification.ts';
import { allRoutes } from '#bff/contract/routes.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { ROLES, type Role } from '#core/aggregates/admin/roles.ts';
import { createAdministrator } from './administrators.ts';
import { assertStatus, startTestApp } from './test-app.ts';

const urlOf = ({ path }: RouteContract) =>
  path.replace(/:(id|documentId)/g, /brands|carousel/.test(path) ? '1' : randomUUID()).replace(':kind', 'order');

describe('the roles of administrators', async () => {
  const test = await startTestApp();
  after(() => test.stop());

  for (const role of ROLES) {
    it(`${role}: each route is open or refused as the table says`, async () => {
      const wrong: string[] = [];
      for (const route of allRoutes) {
        // An open stream has no end.
        if (route.auth !== 'administrator' || route.file === EVENT_STREAM) continue;
        const { headers } = await createAdministrator(test, role);
        const answer = await test.app.inject({ method: route.method, url: urlOf(route), headers });
        const isRefused = answer.statusCode === 403 && answer.json().code === 'role_missing';
        const isOpen = ![401, 403].includes(answer.statusCode) && answer.statusCode < 500;
        if (may([role], route.permission) ? !isOpen : !isRefused) {
          wrong.push(`${route.method} ${route.path}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
        }
      }
      assert.deepEqual(wrong, []);
    });
  }

  it('are the sum of what each may, and the refusal names who may', async () => {
    const both = await createAdministrator(test, 'catalogue', 'support');
    assertStatus(await both.get('/api/admin/support-tickets'), 200);
    assertStatus(await both.send('POST', '/api/admin/brands'), 415);
    const refused = await both.get('/api/admin/transactions');
    assertStatus(refused, 403);
    assert.equal(
      refused.json().message,
      'This takes the role owner, approver, finance or auditor; yours are catalogue, support. An owner can change that.',
    );
  });

  it('count as they are at the request, in a session that was begun before', async () => {
    const administrator = await createAdministrator(test, 'support');
    const setRoles = (...roles: Role[]) =>
      test.deps.database.query(
        sql.typeAlias('void')`update app.administrator set roles = ${sql.array(roles, 'text')}
          where administrator_id = ${administrator.administratorId}`,
      );
    assertStatus(await administrator.get('/api/admin/ledger/trial-balance'), 403);
    await setRoles('finance');
    assertStatus(await administrator.get('/api/admin/ledger/trial-balance'), 200);
    assertStatus(await administrator.get('/api/admin/support-tickets'), 403);
    const { data } = (await administrator.get('/api/admin/session')).json();
    assert.deepEqual(data.administrator.roles, ['finance']);
    assert.ok(data.permissions.includes('ledger:read') && !data.permissions.includes('support:read'));
  });

  it('are refused before the body is read', async () => {
    const auditor = await createAdministrator(test, 'auditor');
    const refused = await auditor.send('POST', '/api/admin/discounts', { user_id: 'nobody' });
    assertStatus(refused, 403);
    assert.equal(refused.json().code, 'role_missing');
  });
});
