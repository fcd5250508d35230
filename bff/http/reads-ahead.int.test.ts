import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { buildApp } from '#bff/app.ts';
import { READ_MODEL_POSITION_HEADER } from '#bff/contract/headers.ts';
import { allRoutes } from '#bff/contract/routes.ts';
import type { BffDeps } from '#bff/deps.ts';
import { sql } from '#bff/lib/sql.ts';
import { createAdministrator } from '#bff/testing/administrators.ts';
import { createCustomer, type TestCustomer } from '#bff/testing/customers.ts';
import { assertStatus, startTestApp, type TestApp } from '#bff/testing/test-app.ts';

describe('a route that reads while the session is looked up', () => {
  let test: TestApp;
  let customer: TestCustomer;
  before(async () => {
    test = await startTestApp();
    customer = await createCustomer(test);
  });
  after(() => test.stop());

  const signOut = () =>
    test.deps.database.query(
      sql.typeAlias('void')`update app.session set ended_at = now() where customer_id = ${customer.customerId}`,
    );

  /** The same database, whose look-ups of one row wait for `mayLook`; `hasRead` is kept when rows of a list came back. */
  function slowToLookUp(database: BffDeps['database']) {
    const mayLook = Promise.withResolvers<void>();
    const hasRead = Promise.withResolvers<void>();
    const slow = new Proxy(database, {
      get(target, name) {
        if (name === 'maybeOne') {
          return async (query: Parameters<typeof target.maybeOne>[0]) => {
            await mayLook.promise;
            return target.maybeOne(query);
          };
        }
        if (name === 'any') {
          return async (query: Parameters<typeof target.any>[0]) => {
            const rows = await target.any(query);
            hasRead.resolve();
            return rows;
          };
        }
        return Reflect.get(target, name);
      },
    });
    return { database: slow, mayLook, hasRead };
  }

  it('changes nothing and takes no body', () => {
    for (const route of allRoutes.filter(({ reads_ahead }) => reads_ahead)) {
      assert.equal(route.method, 'GET', route.path);
      assert.notEqual(route.auth, 'public', route.path);
      assert.equal(route.file, undefined, route.path);
    }
  });

  it('keeps what it has read from a session that ended meanwhile', async () => {
    const { database, mayLook, hasRead } = slowToLookUp(test.deps.database);
    const app = await buildApp({ ...test.deps, database });
    try {
      const answering = app.inject({ url: '/api/transactions', headers: customer.headers });
      await hasRead.promise;
      await signOut();
      mayLook.resolve();
      const answer = await answering;
      assertStatus(answer, 401);
      assert.equal(answer.headers[READ_MODEL_POSITION_HEADER], undefined);
      assert.equal(answer.json().data, undefined);
    } finally {
      await app.close();
    }
  });

  it('tells a refused caller of the refusal, not of what the reading came to', async () => {
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
    await test.deps.database.query(
      sql.typeAlias('void')`update app.administrator_session set ended_at = now()
        where administrator_id = ${administrator.administratorId}`,
    );
    for (const url of [statement.url, broken, unstorable]) {
      assertStatus(await test.app.inject({ ...statement, url }), 401);
    }
  });
});
