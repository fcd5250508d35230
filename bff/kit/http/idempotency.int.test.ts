import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import { buildApp } from '#bff/app/app.ts';
import { honoursKey, type RouteContract } from '#bff/contract/base/route.ts';
import { allRoutes } from '#bff/contract/routes.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { arbitraryOf } from '#infra/proof/api/arbitrary-of.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { COMPANY } from '#infra/proof/api/company.ts';
import { createCustomer, type TestCustomer } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { listAuditEvents } from '#projections/models/audit-trail.ts';
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

  /** The database, with what is done around the statement that stores answers. */
  const aroundStoring = (around: (store: () => Promise<unknown>) => Promise<unknown>): typeof test.deps.database =>
    new Proxy(test.deps.database, {
      get(target, name) {
        if (name !== 'query') return Reflect.get(target, name);
        return (query: Parameters<typeof target.query>[0]) => {
          const send = () => target.query(query);
          return query.sql.includes('update app.idempotency_key set status') ? around(send) : send();
        };
      },
    });
  /** A ledger that stands still until then. */
  const ledgerAfter = (then: Promise<void>): typeof test.deps.ledger => ({
    execute: async (command, context) => {
      await then;
      return test.deps.ledger.execute(command, context);
    },
  });

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

  it('is one, however often a proxy repeats the header, and two are refused', async () => {
    const who = await createCustomer(test, 'verified');
    await test.app.ready();
    const [key, other] = [randomUUID(), randomUUID()];
    const url = await test.app.listen({ port: 0, host: '127.0.0.1' });
    const sent = (...keys: string[]) =>
      new Promise<number | undefined>((resolve, reject) => {
        const body = JSON.stringify(COMPANY);
        const headers = { ...who.headers, 'content-type': 'application/json', 'idempotency-key': keys };
        const asking = request(`${url}/api/user/company-detail`, { method: 'POST', headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        asking.once('error', reject).end(body);
      });
    assert.deepEqual([await sent(key, key), await sent(key), await sent(key, other)], [201, 201, 422]);
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
    const mayStore = Promise.withResolvers<void>();
    const slow = aroundStoring(async (store) => {
      await mayStore.promise;
      return store();
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
    const { database } = test.deps;
    const app = await buildApp({ ...test.deps, ledger: ledgerAfter(mayExecute.promise) }, { answerLimitMs: 300 });
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

  it('keeps the answer of the repetition that took the place of a request that stood still', async () => {
    const [mayExecute, stored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { database } = test.deps;
    const watched = aroundStoring(async (store) => {
      const result = await store();
      stored.resolve();
      return result;
    });
    const app = await buildApp(
      { ...test.deps, database: watched, ledger: ledgerAfter(mayExecute.promise) },
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
      await database.query(
        sql.typeAlias(
          'void',
        )`update app.idempotency_key set created_at = now() - interval '5 minutes' where key = ${key}`,
      );
      // In five minutes its lease ends, too.
      await database.query(sql.typeAlias('void')`update app.lease set expires_at = expires_at - interval '5 minutes'`);
      assertStatus(await save(who, key), 201);
      await answersAreKept(test.deps);
      mayExecute.resolve();
      await stored.promise;
      const repeated = await save(who, key);
      assertStatus(repeated, 201);
      assert.equal(repeated.headers['idempotency-replayed'], 'true');
      assert.equal(await savesOf(who), 1);
    } finally {
      mayExecute.resolve();
      await app.close();
    }
  });

  it('is honoured by every write: an answer that was lost is given again, and nothing is done twice', async () => {
    const replayable = allRoutes.filter(honoursKey);
    const others = allRoutes.filter((route) => route.method !== 'GET' && !honoursKey(route));
    for (const { call, auth, multipart, idempotent } of others) {
      assert.ok(auth === 'public' || multipart || idempotent !== undefined, `${call} says why it honours no key`);
    }
    const ids = [randomUUID()];
    const missed: string[] = [];
    let [administrator, customer] = [await createAdministrator(test), await createCustomer(test)];
    for (const route of replayable) {
      const [sample] = fc.sample(arbitraryOf(route.body ?? z.object({}), ids), { numRuns: 1, seed: 20_260 });
      const query = route.query ? `?wallet_id=${ids[0]}` : '';
      const send = () =>
        test.app.inject({
          method: route.method,
          url: route.path.replace(/:[A-Za-z]+/g, ids[0] ?? '') + query,
          headers: {
            ...(route.auth === 'administrator' ? administrator : customer).headers,
            'idempotency-key': `lost ${route.call}`,
          },
          ...(route.body && { payload: sample as object }),
        });
      let first = await send();
      if (first.statusCode === 401) {
        // A route before it has ended the session of its caller.
        [administrator, customer] = [await createAdministrator(test), await createCustomer(test)];
        first = await send();
      }
      // Refused before the handler, or with what another attempt may cure.
      const isFinal = first.statusCode < 500 && ![400, 401, 403, 409, 429].includes(first.statusCode);
      if (!isFinal || isRefusedAtTheDoor(first, route)) continue;
      await answersAreKept(test.deps);
      const again = await send();
      if (again.headers['idempotency-replayed'] !== 'true' || again.body !== first.body) missed.push(route.call);
    }
    assert.deepEqual(missed, []);
    assert.ok(replayable.length > 100, `${replayable.length} writes`);
  });

  it('gives one webhook, one secret and one saved product for a call whose answer was lost', async () => {
    const who = await createCustomer(test);
    const admin = await createAdministrator(test);
    const twice = async (send: (headers: Readonly<Record<string, string>>) => PromiseLike<LightMyRequestResponse>) => {
      const headers = { 'idempotency-key': randomUUID() };
      const [first, again] = [await send(headers), await send(headers)];
      assert.ok(first.statusCode < 300, first.body);
      assert.equal(again.body, first.body);
      return first;
    };
    const as = (method: 'POST' | 'PUT', url: string, payload?: object) => (headers: Readonly<Record<string, string>>) =>
      test.app.inject({ method, url, headers: { ...who.headers, ...headers }, ...(payload && { payload }) });
    const made = await twice(
      as('POST', '/api/webhooks', { url: 'https://hooks.company.example/in', events: ['order.fulfilled'] }),
    );
    const { data } = (await test.app.inject({ url: '/api/webhooks', headers: who.headers })).json();
    assert.equal(data.length, 1);
    await twice(as('POST', `/api/webhooks/${data[0].id}/rotate-secret`));
    assert.ok(made.body.includes('whsec_'));

    const { productId } = await createProduct(test, { name: 'Saved once' });
    const shown = (await admin.get(`/api/admin/products/${productId}`)).json().data;
    await twice((headers) =>
      admin.send(
        'PUT',
        `/api/admin/products/${productId}`,
        {
          name: 'Saved once more',
          variant_name: '50',
          category_name: 'Gaming',
          brand_name: 'Steam',
          region: 'eu',
          currency: 'EUR',
          price: '12',
          updated_at: shown.updated_at,
        },
        headers,
      ),
    );
  });
});

/** Its input was refused by the contract, before anything of it was done. */
const isRefusedAtTheDoor = ({ statusCode, body }: LightMyRequestResponse, route: RouteContract): boolean => {
  if (statusCode === 404) {
    const params = Object.fromEntries(Array.from(route.path.matchAll(/:(\w+)/g), ([, name]) => [name, randomUUID()]));
    return route.params?.safeParse(params).success === false;
  }
  return statusCode === 422 && JSON.parse(body).code === 'validation_failed';
};
