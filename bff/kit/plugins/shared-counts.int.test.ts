import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import { buildApp } from '#bff/app/app.ts';
import { cleanUp } from '#bff/app/clean-up.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createCustomer } from '#infra/proof/api/customers.ts';
import { startTestApp } from '#infra/proof/api/test-app.ts';

const [LIMIT, TRIES] = [150, 4];

describe('limits of two BFFs behind a balancer', async () => {
  const test = await startTestApp();
  const limited = (deps: typeof test.deps) =>
    buildApp({
      ...deps,
      config: { ...deps.config, rateLimitPerMinute: LIMIT, authRateLimitPerMinute: TRIES, trustProxy: 1 },
    });
  const sides = [await limited(test.deps), await limited((await test.twin()).deps)] as const;
  const [left, right] = sides;
  after(async () => {
    for (const side of sides) await side.close();
    await test.stop();
  });

  const read = async (app: typeof left, address: string, headers = {}) =>
    (await app.inject({ url: '/api/brands', headers: { 'x-forwarded-for': address, ...headers } })).statusCode;
  const guess = async (app: typeof left, address: string, url = '/api/auth/sign-in') => {
    const payload = { email: 'nobody@example.com', password: 'guess', secret: 'guess' };
    const headers = { 'x-forwarded-for': address };
    return (await app.inject({ method: 'POST', url, headers, payload })).statusCode;
  };

  const mostTold = () =>
    test.deps.database.oneFirst(
      sql.type(z.object({ most: z.int() }))`select max(requests) as most from app.request_count`,
    );

  it('let as many tries of a password through as one would, whichever of them is asked', async () => {
    const answers = await Promise.all(
      Array.from({ length: 2 * TRIES }, (_, index) => guess(index % 2 ? left : right, '203.0.113.1')),
    );
    assert.equal(answers.filter((status) => status === 429).length, TRIES, answers.join());
    for (const side of sides) {
      assert.equal(await guess(side, '203.0.113.1'), 429);
      assert.equal(await guess(side, '203.0.113.2'), 401, 'another address');
    }
  });

  it('count each route of tries by itself, and a network of IPv6 as one address', async () => {
    for (let index = 0; index < TRIES; index += 1) assert.equal(await guess(left, `2001:db8::${index}`), 401);
    assert.equal(await guess(right, '2001:db8::ffff'), 429);
    assert.notEqual(await guess(right, '2001:db8::ffff', '/api/admin/login'), 429);
  });

  it('tell each other what else an address asked, with or without a key or a session', async () => {
    const { headers } = await createCustomer(test);
    for (let index = 0; index < LIMIT; index += 1) assert.equal(await read(left, '203.0.113.3', headers), 200);
    assert.equal(await read(left, '203.0.113.3'), 429);
    // It tells of its first one, and hears of the others by that.
    let own = 1;
    assert.equal(await read(right, '203.0.113.3'), 200);
    await eventually(async () => assert.ok((await mostTold()) >= LIMIT + 2));
    await eventually(async () => {
      own += 1;
      assert.equal(await read(right, '203.0.113.3'), 429);
    });
    assert.ok(own <= LIMIT, 'they would have been too many for one BFF alone');
    assert.equal(await read(right, '203.0.113.4'), 200);
  });

  it('begin anew after the minute, and keep nothing of it', async () => {
    const ends = (ends: string) =>
      test.deps.database.query(sql.void`update app.request_count set ends_at = now() + ${ends}::interval`);
    // The statement of the refused try tells this BFF how much is left of the minute. On a busy machine it may come after that.
    await eventually(async () => {
      await ends('1 second');
      assert.equal(await guess(left, '203.0.113.1'), 429);
    });
    await eventually(async () => assert.equal(await guess(left, '203.0.113.1'), 401));
    await ends('-1 second');
    await cleanUp(test.deps);
    assert.equal(
      await test.deps.database.exists(sql.unsafe`select from app.request_count where ends_at < now()`),
      false,
    );
  });

  it('hold for each of them while the count cannot be kept together', async () => {
    const rename = (from: string, to: string) =>
      test.deps.database.query(sql.unsafe`alter table app.${sql.identifier([from])} rename to ${sql.identifier([to])}`);
    await rename('request_count', 'away');
    try {
      for (const side of sides) {
        for (let index = 0; index < TRIES; index += 1) assert.equal(await guess(side, '203.0.113.5'), 401);
        assert.equal(await guess(side, '203.0.113.5'), 429);
        for (let index = 0; index < LIMIT; index += 1) assert.equal(await read(side, '203.0.113.6'), 200);
        assert.equal(await read(side, '203.0.113.6'), 429);
      }
    } finally {
      await rename('away', 'request_count');
    }
  });
});
