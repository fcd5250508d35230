import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { buildApp } from '#bff/app.ts';
import { allRoutes } from '#bff/contract/routes.ts';
import type { BffDeps } from '#bff/deps.ts';
import { createCustomer, type TestCustomer } from '#bff/testing/customers.ts';
import { assertStatus, startTestApp, type TestApp } from '#bff/testing/test-app.ts';
import type { LedgerCommand } from '#core/ledger.ts';

describe('a route that prepares its command while its Idempotency-Key is claimed', () => {
  let test: TestApp;
  let customer: TestCustomer;
  before(async () => {
    test = await startTestApp();
    customer = await createCustomer(test);
  });
  after(() => test.stop());

  /** The same BFF, whose claims of a key wait for `mayClaim`; `hasPrepared` is kept when a document got its number. */
  async function slowToClaim() {
    const mayClaim = Promise.withResolvers<void>();
    const hasPrepared = Promise.withResolvers<void>();
    const commands: LedgerCommand['type'][] = [];
    const { database, ledger } = test.deps;
    const slow: BffDeps['database'] = new Proxy(database, {
      get(target, name) {
        if (name !== 'maybeOne') return Reflect.get(target, name);
        return async (query: Parameters<typeof target.maybeOne>[0]) => {
          if (query.sql.includes('insert into app.idempotency_key')) await mayClaim.promise;
          const row = await target.maybeOne(query);
          if (query.sql.includes('app.document_number')) hasPrepared.resolve();
          return row;
        };
      },
    });
    const app = await buildApp({
      ...test.deps,
      database: slow,
      ledger: {
        execute(command, context) {
          commands.push(command.type);
          return ledger.execute(command, context);
        },
      },
    });
    return { app, commands, mayClaim, hasPrepared };
  }
  const announcing = () => ({
    method: 'POST' as const,
    url: '/api/deposits',
    headers: { ...customer.headers, 'idempotency-key': randomUUID() },
    payload: { wallet_id: customer.wallets.USD, amount: '10' },
  });

  it('takes such a key', () => {
    for (const route of allRoutes.filter(({ prepares_ahead }) => prepares_ahead)) {
      assert.equal(route.idempotent, true, route.path);
    }
  });

  it('sends no command before the key is claimed', async () => {
    const { app, commands, mayClaim, hasPrepared } = await slowToClaim();
    try {
      const answering = app.inject(announcing());
      await hasPrepared.promise;
      await new Promise(setImmediate);
      assert.deepEqual(commands, []);
      mayClaim.resolve();
      assertStatus(await answering, 201);
      assert.deepEqual(commands, ['RequestDeposit']);
    } finally {
      await app.close();
    }
  });

  it('drops what it prepared when another request has the key', async () => {
    const { app, commands, mayClaim, hasPrepared } = await slowToClaim();
    try {
      const request = announcing();
      const repeating = app.inject(request);
      await hasPrepared.promise;
      const first = await test.app.inject(request);
      mayClaim.resolve();
      const second = await repeating;
      assertStatus(second, 201);
      assert.equal(second.headers['idempotency-replayed'], 'true');
      assert.deepEqual(second.json(), first.json());
      assert.deepEqual(commands, []);
    } finally {
      await app.close();
    }
  });
});
