import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import type { RouteContract } from '#bff/contract/base/route.ts';
import { allRoutes } from '#bff/contract/routes.ts';
import { createAdministrator, type TestAdministrator } from './administrators.ts';
import { arbitraryOf, fieldsOf, type JsonField } from './arbitrary-of.ts';
import { createProduct } from './catalogue.ts';
import { assertCivil, createFailureLog } from './civil.ts';
import { createCustomer, type TestCustomer } from './customers.ts';
import { assertStatus, startTestApp, type TestApp } from './test-app.ts';

const SEED = Number(process.env.FUZZ_SEED ?? 20_260);
/** Texts that no screen sends: half a surrogate pair, NUL, control and direction characters. */
const EVIL_TEXTS = ['\ud800', '\u0000', '\u0007\u001b[2J\r\n\u202e', '%_\\\'";--$1'];
const NUMERIC = /amount|quantity|percent|limit|price|days/;
/** In their JSON form, because `JSON.stringify` would make valid values of some. */
const EVIL_NUMBERS = [
  '12.5',
  '"12.50"',
  '1e400',
  '-1e400',
  '-0',
  '-1',
  '0.001',
  '1e-7',
  '9223372036854775808',
  '9007199254740993',
  '2147483648',
  '999999999999.99',
  '9999999999999999',
  '"NaN"',
  '"Infinity"',
  '"0x10"',
  '"1e3"',
  '"1_000"',
  '"١٢"',
  '"12,34"',
  '"-0.01"',
];
const EVIL_SEARCHES = ['%', '_\\', "'", "' or 1=1 --", 'a & | ! b:* ((', '[[:alpha:]', '\u0000'];
/** Limit of samples until one passes the schema's refinements. */
const MAX_SAMPLES = 200;

/** Bodies and queries, field by field: each gets a value that its schema did not foresee, the others stay valid. */
describe('evil in any field', () => {
  const log = createFailureLog();
  let test: TestApp;
  let customer: TestCustomer;
  /** The customer of the administrators' calls, who is approved, revoked and credited at random. */
  let subject: TestCustomer;
  let administrator: TestAdministrator;
  let ids: string[];
  let asked = 0;
  before(async () => {
    test = await startTestApp({}, log);
    [customer, subject] = [await createCustomer(test), await createCustomer(test)];
    administrator = await createAdministrator(test);
    const { productId, variantId } = await createProduct(test, { codes: 5, priceMinor: 1_000n, currency: 'EUR' });
    ids = [customer.wallets.EUR, subject.customerId, productId, variantId];
  });
  after(async () => {
    try {
      assert.deepEqual(log.failures, [], 'nothing went wrong that nobody foresaw');
    } finally {
      await test.stop();
    }
  });

  /** Another caller is used for routes that end the caller's own session or rights. */
  async function callerOf(route: RouteContract): Promise<Readonly<Record<string, string>>> {
    if (route.auth === 'administrator') {
      if ((await administrator.get('/api/admin/session')).statusCode !== 200)
        administrator = await createAdministrator(test);
      return administrator.headers;
    }
    if ((await test.app.inject({ url: '/api/orders', headers: customer.headers })).statusCode !== 200) {
      customer = await createCustomer(test);
      ids = [customer.wallets.EUR, ...ids.slice(1)];
    }
    return customer.headers;
  }
  const pathOf = (route: RouteContract) =>
    route.path.replace(/:[A-Za-z]+/g, () => (route.path.includes('product') ? (ids[2] ?? '') : (ids[1] ?? '')));
  async function ask(route: RouteContract, payload: string, headers: Readonly<Record<string, string>>) {
    asked += 1;
    const request: InjectOptions = {
      method: route.method,
      url: pathOf(route),
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      payload,
    };
    const answer = await test.app.inject(request);
    assertCivil(answer, `${route.method} ${request.url} ${payload.slice(0, 300)}`);
    return answer;
  }
  /** A valid body and, for each of its fields, the JSON with that field replaced by `evil`'s result. */
  function* spoilt(
    route: RouteContract,
    evils: readonly ((sound: unknown) => string)[],
    wanted: (field: JsonField) => boolean = () => true,
  ): Generator<string> {
    if (!route.body) return;
    const schema = route.body;
    const soundOf = (numRuns: number) =>
      fc.sample(arbitraryOf(schema, ids), { numRuns, seed: SEED }).find((sample) => schema.safeParse(sample).success);
    // Few bodies with several percentages are sound.
    const body = soundOf(MAX_SAMPLES) ?? soundOf(100 * MAX_SAMPLES);
    assert.ok(body !== undefined, `${route.method} ${route.path} has no sound body to start from`);
    if (typeof body !== 'object' || body === null) return;
    for (const field of fieldsOf(body).filter(wanted)) {
      for (const evil of evils) yield field.replacedBy(evil(field.value));
    }
  }
  const withBody = allRoutes.filter(({ body }) => body !== undefined);

  it('as text that no store can keep, is refused or kept as it is', async () => {
    const evils = EVIL_TEXTS.map((text) => (sound: unknown) => JSON.stringify(`${sound}${text}`));
    for (const route of withBody) {
      const headers = await callerOf(route);
      for (const payload of spoilt(route, evils)) await ask(route, payload, headers);
    }
    // One event that they cannot store would stop the read models for everybody.
    await administrator.send('POST', `/api/admin/users/${subject.customerId}/approve`, {});
    const write = await administrator.send('POST', `/api/admin/users/${subject.customerId}/revoke`, { reason: 'x' });
    assertStatus(write, 200);
    assert.equal(write.headers['x-read-model'], 'current');
  });

  it('as numbers at their edges, are refused or exact', async () => {
    const evils = EVIL_NUMBERS.map((text) => () => text);
    for (const route of withBody) {
      const headers = await callerOf(route);
      for (const payload of spoilt(route, evils, ({ name }) => NUMERIC.test(name))) {
        await ask(route, payload, headers);
      }
    }
    const headers = await callerOf({ ...allRoutes[0], auth: 'customer' } as RouteContract);
    for (const number of EVIL_NUMBERS) {
      const answer = await test.app.inject({
        method: 'POST',
        url: '/api/deposits',
        headers: { ...headers, 'content-type': 'application/json' },
        payload: `{"wallet_id":"${customer.wallets.EUR}","amount":${number}}`,
      });
      const isExact = number === '12.5' || number === '"12.50"';
      assert.equal(answer.statusCode, isExact ? 201 : 422, `${number}: ${answer.body}`);
      if (isExact) assert.equal(answer.json().data.amount.decimal, '12.50');
    }
  });

  it('as keys of the language’s own machinery, twice the same key, or too many, is refused or ignored', async () => {
    const bodies = [
      '{"__proto__":{"isAdmin":true}}',
      '{"constructor":{"prototype":{"isAdmin":true}}}',
      '{"prototype":{},"hasOwnProperty":1,"toString":2,"valueOf":3}',
      `{${Array.from({ length: 2_000 }, (_, index) => `"k${index}":1`).join()}}`,
      `[${Array(100_000).fill('1').join()}]`,
      `{"items":[${Array(100_000).fill('"x"').join()}]}`,
      `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    ];
    for (const route of withBody) {
      const headers = await callerOf(route);
      for (const body of bodies) await ask(route, body, headers);
    }
    assert.equal(Object.hasOwn(Object.prototype, 'isAdmin'), false);
    const twice = `{"wallet_id":"${customer.wallets.EUR}","amount":"10","amount":"99"}`;
    const route = allRoutes.find(({ method, path }) => method === 'POST' && path === '/api/deposits');
    assert.ok(route);
    const answer = await ask(route, twice, await callerOf(route));
    // The last one counts, as everywhere in JavaScript: the displayed amount is the booked one.
    assert.equal(answer.json().data.amount.decimal, '99.00');
  });

  it('in any query: repeated keys, pollution, enormous pages, and the signs of every search language', async () => {
    for (const route of allRoutes.filter(({ method, query }) => method === 'GET' && query !== undefined)) {
      const headers = await callerOf(route);
      const [sound] = fc.sample(arbitraryOf(route.query ?? (fc.constant({}) as never), ids), {
        numRuns: 1,
        seed: SEED,
      });
      const fields = Object.keys(sound as object);
      const queries = [
        '__proto__[a]=1&constructor[prototype][a]=1&__proto__=1',
        'page=99999999999999999999&per_page=100',
        'page=100000&per_page=100',
        'page=-1&per_page=0',
        `x=${'y'.repeat(15_000)}`,
        Array.from({ length: 2_000 }, (_, index) => `k${index}=1`).join('&'),
        '%&%zz=%E0%A4%A&=&&&=x',
        ...fields.flatMap((field) => [`${field}=a&${field}=b`, `${field}[]=a`, `${field}[$gt]=`, `${field}=`]),
        ...fields.flatMap((field) => EVIL_SEARCHES.map((text) => new URLSearchParams({ [field]: text }).toString())),
      ];
      for (const query of queries) {
        asked += 1;
        const answer = await test.app.inject({ url: `${pathOf(route)}?${query}`, headers });
        assertCivil(answer, `${route.path}?${query.slice(0, 200)}`);
      }
    }
    assert.equal(Object.hasOwn(Object.prototype, 'a'), false);
  });

  it('was tried often enough to mean something', (context) => {
    context.diagnostic(`${asked} requests to ${allRoutes.length} routes`);
    assert.ok(asked > 2_000, `${asked} requests`);
  });
});
