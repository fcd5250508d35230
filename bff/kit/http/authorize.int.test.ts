import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { buildApp } from '#bff/app/app.ts';
import { READ_MODEL_POSITION_HEADER } from '#bff/contract/base/headers.ts';
import { allRoutes } from '#bff/contract/routes.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { createCustomer } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

describe('authorisation', async () => {
  const test = await startTestApp();
  after(() => test.stop());

  const endSessions = () =>
    test.deps.database.transaction(async (transaction) => {
      await transaction.query(sql.typeAlias('void')`update app.session set ended_at = now()`);
      await transaction.query(sql.typeAlias('void')`update app.administrator_session set ended_at = now()`);
    });

  /** The same database, which records its queries. */
  function watched(database: BffDeps['database']) {
    const asked: string[] = [];
    const proxy = new Proxy(database, {
      get(target, name) {
        const method = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return (query: { sql?: string }, ...rest: unknown[]) => {
          asked.push(query?.sql ?? String(name));
          return method.call(target, query, ...rest);
        };
      },
    });
    return { database: proxy, asked };
  }

  it('ends before anything is read: a session that has ended costs its look-up and nothing more', async () => {
    const customer = await createCustomer(test);
    const administrator = await createAdministrator(test);
    await endSessions();
    const { database, asked } = watched(test.deps.database);
    const app = await buildApp({ ...test.deps, database });
    try {
      for (const route of allRoutes.filter(({ auth }) => auth !== 'public')) {
        asked.length = 0;
        const { headers } = route.auth === 'administrator' ? administrator : customer;
        const url = route.path.replace(/:\w+/g, () => randomUUID());
        const answer = await app.inject({ method: route.method, url, headers });
        assertStatus(answer, 401);
        assert.equal(answer.headers[READ_MODEL_POSITION_HEADER], undefined);
        // Requests are counted once a second, for all callers.
        const own = asked.filter((text) => !text.includes('app.request_count'));
        assert.equal(own.length, 1, `${route.path}: ${own.join('\n')}`);
        assert.match(own[0] ?? '', /from app\.(administrator_)?session/);
      }
    } finally {
      await app.close();
    }
  });

  it('comes before the content of the request: a refused caller gets only that error', async () => {
    const administrator = await createAdministrator(test);
    const statement = {
      url: `/api/admin/ledger/statement?account=liabilities:wallet:${randomUUID()}&currency=USD`,
      headers: administrator.headers,
    };
    const broken = '/api/admin/ledger/statement?account=a&currency=none';
    const unstorable = '/api/admin/ledger/statement?account=%00&currency=USD';
    assertStatus(await test.app.inject(statement), 404);
    assertStatus(await test.app.inject({ ...statement, url: broken }), 422);
    assertStatus(await test.app.inject({ ...statement, url: unstorable }), 422);
    await endSessions();
    for (const url of [statement.url, broken, unstorable]) {
      assertStatus(await test.app.inject({ ...statement, url }), 401);
    }
  });
});
