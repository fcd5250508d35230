import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import { buildApp } from '#bff/app.ts';
import { sql } from '#bff/lib/sql.ts';
import { COMPANY } from '#bff/testing/company.ts';
import { createCustomer, type TestCustomer } from '#bff/testing/customers.ts';
import { assertStatus, startTestApp } from '#bff/testing/test-app.ts';
import { eventually } from '#infra/proof/testing/eventually.ts';
import { listAuditEvents } from '#projections/audit-trail/queries.ts';
import { answersAreKept } from './keep-answers.ts';

describe('an Idempotency-Key', async () => {
  const test = await startTestApp();
  after(() => test.stop());

  const save = (who: TestCustomer, key: string, company: object = COMPANY) =>
    test.app.inject({
      method: 'POST',
      url: '/api/user/company-detail',
      payload: company,
      headers: { ...who.headers, 'idempotency-key': key },
    });
  const savesOf = async (who: TestCustomer) =>
    (
      await listAuditEvents(test.deps.database, {
        objectId: who.customerId,
        type: 'CustomerCompanyDetailsSaved',
      })
    ).items.length;

  it('replays the first answer, also to a request that comes while the first is under way', async () => {
    const who = await createCustomer(test, 'verified');
    const key = randomUUID();
    const answers = await Promise.all([save(who, key), save(who, key), save(who, key)]);
    answers.push(await save(who, key));
    for (const answer of answers) {
      assertStatus(answer, 201);
      assert.deepEqual(answer.json(), answers[0]?.json());
    }
    assert.equal(answers.filter((answer) => answer.headers['idempotency-replayed'] === 'true').length, 3);
    assert.equal(await savesOf(who), 1);
  });

  it('is refused for another body, and is each customer’s own', async () => {
    const [one, two] = [await createCustomer(test, 'verified'), await createCustomer(test, 'verified')];
    const key = randomUUID();
    assertStatus(await save(one, key), 201);
    const reused = await save(one, key, { ...COMPANY, company_name: 'Another' });
    assertStatus(reused, 422);
    assert.equal(reused.json().code, 'idempotency_key_reused');
    const other = await save(two, key);
    assertStatus(other, 201);
    assert.equal(other.headers['idempotency-replayed'], undefined);
  });

  it('does not keep the caller waiting until its answer is stored', { timeout: 180_000 }, async () => {
    const { database } = test.deps;
    const mayStore = Promise.withResolvers<void>();
    const slow = new Proxy(database, {
      get(target, name) {
        if (name !== 'query') return Reflect.get(target, name);
        return async (query: Parameters<typeof target.query>[0]) => {
          if (query.sql.includes('update app.idempotency_key set status')) await mayStore.promise;
          return target.query(query);
        };
      },
    });
    const app = await buildApp({ ...test.deps, database: slow });
    const headers = { ...(await createCustomer(test, 'verified')).headers, 'idempotency-key': randomUUID() };
    const post = () => app.inject({ method: 'POST', url: '/api/user/company-detail', payload: COMPANY, headers });
    try {
      const first = await post();
      assertStatus(first, 201);
      const second = post();
      mayStore.resolve();
      assert.equal((await second).headers['idempotency-replayed'], 'true');
      assert.deepEqual((await second).json(), first.json());
    } finally {
      await app.close();
    }
  });

  it('gives the answer of a request whose caller was refused because it took too long', async () => {
    const mayExecute = Promise.withResolvers<void>();
    const { ledger, database } = test.deps;
    const app = await buildApp(
      {
        ...test.deps,
        ledger: {
          execute: async (command, context) => {
            await mayExecute.promise;
            return ledger.execute(command, context);
          },
        },
      },
      { answerLimitMs: 300 },
    );
    const who = await createCustomer(test, 'verified');
    const key = randomUUID();
    try {
      const late = await app.inject({
        method: 'POST',
        url: '/api/user/company-detail',
        payload: COMPANY,
        headers: { ...who.headers, 'idempotency-key': key },
      });
      assertStatus(late, 503);
      mayExecute.resolve();
      await eventually(async () => {
        const kept = await database.one(
          sql.type(z.object({ status: z.int().nullable() }))`select status from app.idempotency_key where key = ${key}`,
        );
        assert.notEqual(kept.status, null);
      });
      const repeated = await save(who, key);
      assertStatus(repeated, 201);
      assert.equal(repeated.headers['idempotency-replayed'], 'true');
      assert.equal(await savesOf(who), 1);
    } finally {
      mayExecute.resolve();
      await app.close();
    }
  });

  it('is taken over from a request that died, whose command is not sent twice', async () => {
    const who = await createCustomer(test, 'verified');
    const key = randomUUID();
    assertStatus(await save(who, key), 201);
    await answersAreKept(test.deps);
    // As if the process was killed after the command and before its answer was stored.
    await test.deps.database.query(
      sql.typeAlias('void')`update app.idempotency_key set status = null, response_sealed = null,
        created_at = now() - interval '5 minutes' where key = ${key}`,
    );
    assertStatus(await save(who, key), 201);
    assert.equal(await savesOf(who), 1);
  });
});
