import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import type { RouteContract } from '#bff/contract/base/route.ts';
import { EVENT_STREAM } from '#bff/contract/people/notification.ts';
import { allRoutes } from '#bff/contract/routes.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { makeImageSizes } from '#bff/shop/pictures/make-image-sizes.ts';
import { ROLES } from '#core/aggregates/admin/roles.ts';
import { createAdministrator, formOf, type TestAdministrator } from './administrators.ts';
import { arbitraryOf, nasty, spoiltOf } from './arbitrary-of.ts';
import { createProduct } from './catalogue.ts';
import { assertCivil as assertNoTrace } from './civil.ts';
import { createCustomer, fund, type TestCustomer } from './customers.ts';
import { ONE_PIXEL_PNG } from './pictures.ts';
import { startTestApp } from './test-app.ts';

/** Well below the ten minutes for which a password counts as given. */
const CALLERS_LAST_MS = 300_000;
/** Requests to each route by each caller; FUZZ_RUNS=500 sends more. A failure prints the request. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 10);
/** Additional requests of each other role. The owner's requests test the input of a route. */
const RUNS_OF_A_ROLE = Math.ceil(RUNS / 8);
const SEED = Number(process.env.FUZZ_SEED ?? 20_260);
/** Whether all requests to the route are the same. */
const takesNothing = ({ method, path, query }: RouteContract) => method === 'GET' && !query && !path.includes(':');

type Body = { readonly kind: 'json'; readonly value: unknown } | { readonly kind: 'raw'; readonly text: string };
type Sent = { readonly params: readonly string[]; readonly query: unknown; readonly body: Body | undefined };

describe('whatever is sent to any route', async () => {
  /** One administrator of each other role: routes without their permission must be closed to them. */
  let limited: { headers: TestAdministrator['headers']; isStranger: boolean }[];

  const test = await startTestApp();
  const victim = await createCustomer(test);
  let stranger = await createCustomer(test);
  let administrator = await createAdministrator(test);
  await refreshRoles();
  const { productId, variantId } = await createProduct(test, { codes: 50, priceMinor: 1_000n, currency: 'EUR' });
  const as = (who: TestCustomer, url: string, payload: object) =>
    test.app.inject({ method: 'POST', url, headers: who.headers, payload });
  const withdrawal = {
    amount: '10',
    currency: 'EUR',
    bankDetails: {
      bankName: 'Bank',
      accountName: 'Victim Secret',
      accountNumber: 'MT44MALT01100SECRET000000000000',
      swiftCode: 'SECRETSW',
    },
  };
  const shop = async (who: TestCustomer) => {
    const depositId = await fund(test, who, 'EUR', 100_000n);
    await as(who, '/api/cart', { wallet_id: who.wallets.EUR, variant_id: variantId, quantity: 1 });
    const { order } = (await as(who, '/api/checkout', { wallet_id: who.wallets.EUR })).json();
    const cart = await as(who, '/api/cart', { wallet_id: who.wallets.EUR, variant_id: variantId, quantity: 1 });
    const withdrawn = await as(who, '/api/withdrawals', withdrawal);
    const codes = await test.app.inject({ url: `/api/orders/${order.id}/download-codes`, headers: who.headers });
    return {
      ids: [depositId, order.id, cart.json().data[0].id, withdrawn.json().data.id, who.wallets.EUR],
      codes: codes.json().data.data.flatMap((group: { codes: string[] }) => group.codes),
    };
  };
  const [theirs, own] = [await shop(victim), await shop(stranger)];
  /** Ids that exist, of any owner, and one that does not. */
  let ids = [...theirs.ids, ...own.ids, victim.customerId, stranger.customerId, productId, variantId, randomUUID()];
  /** What nobody but the victim and the administrators may ever read. */
  const secrets = [...theirs.codes, victim.email, victim.name, 'Victim Secret'];
  /** Counts of answered statuses: a fuzz whose requests are always refused early finds nothing. */
  const counts = new Map<number, number>();
  after(() => test.stop());

  const urlOf = (route: RouteContract, { params, query }: Sent): string => {
    let index = 0;
    const path = route.path.replace(/:[A-Za-z]+/g, () => encodeURIComponent(params[index++ % params.length] ?? 'x'));
    const search = new URLSearchParams();
    if (typeof query === 'object' && query !== null) {
      for (const [name, value] of Object.entries(query)) {
        search.append(name, (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, 4_000));
      }
    }
    return search.size > 0 ? `${path}?${search}` : path;
  };
  const ask = (route: RouteContract, sent: Sent, headers: Readonly<Record<string, string>>) => {
    const request: InjectOptions = { method: route.method, url: urlOf(route, sent), headers };
    if (sent.body === undefined || route.method === 'GET') return test.app.inject(request);
    const payload = sent.body.kind === 'raw' ? sent.body.text : JSON.stringify(sent.body.value);
    return test.app.inject({ ...request, headers: { ...headers, 'content-type': 'application/json' }, payload });
  };
  const sentTo = (route: RouteContract): fc.Arbitrary<Sent> => {
    const param = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...ids) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('1', '2', '0', '-1', '99999999999', 'small', 'customer', '%', '..', '\u0000'),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }) },
    );
    const raw = fc.constantFrom('', '{', '[1,', 'null', '"text"', '{"a":1}}', '\u0000', '{"__proto__":{"a":1}}', '[]');
    const none = fc.constant<Body | undefined>(undefined);
    const json = (value: fc.Arbitrary<unknown>) => value.map((content): Body => ({ kind: 'json', value: content }));
    return fc.record({
      params: fc.array(param, { minLength: 2, maxLength: 2 }),
      query: route.query ? fc.oneof(arbitraryOf(route.query, ids), spoiltOf(route.query, ids)) : fc.constant({}),
      body: route.body
        ? fc.oneof(
            { weight: 4, arbitrary: json(arbitraryOf(route.body, ids)) },
            { weight: 5, arbitrary: json(spoiltOf(route.body, ids)) },
            { weight: 1, arbitrary: raw.map((text): Body => ({ kind: 'raw', text })) },
            { weight: 1, arbitrary: none },
          )
        : fc.oneof(none, json(nasty)),
    });
  };

  function assertCivil(answer: LightMyRequestResponse, isStranger: boolean): void {
    counts.set(answer.statusCode, (counts.get(answer.statusCode) ?? 0) + 1);
    assertNoTrace(answer);
    if (!isStranger) return;
    for (const secret of secrets) assert.ok(!answer.body.includes(secret), `it holds ${secret}`);
  }

  async function refreshRoles(): Promise<void> {
    limited = [];
    for (const role of ROLES.filter((one) => one !== 'owner'))
      limited.push({ headers: (await createAdministrator(test, role)).headers, isStranger: false });
  }

  let madeMs = performance.now();

  /** Signing out is a route, too, so the callers need new sessions; and after ten minutes their password would be asked for again. */
  async function refreshCallers(): Promise<void> {
    const areOld = performance.now() > madeMs + CALLERS_LAST_MS;
    if (areOld) madeMs = performance.now();
    const [customer, staff] = await Promise.all([
      test.app.inject({ url: '/api/wallets', headers: stranger.headers }),
      administrator.get('/api/admin/session'),
    ]);
    if (areOld || customer.statusCode !== 200) {
      stranger = await createCustomer(test);
      ids = [...ids, stranger.wallets.EUR, stranger.wallets.USD];
    }
    if (areOld || staff.statusCode !== 200) administrator = await createAdministrator(test);
    const sessions = limited.map(({ headers }) => test.app.inject({ url: '/api/admin/session', headers }));
    if ((await Promise.all(sessions)).some(({ statusCode }) => statusCode !== 200)) await refreshRoles();
  }

  // A stream never ends, so news.int.test.ts tests it.
  for (const route of allRoutes.filter(({ file }) => file !== EVENT_STREAM)) {
    it(`${route.method} ${route.path} answers civilly, and tells nobody what is another’s`, async () => {
      await refreshCallers();
      const callers = [
        { headers: {}, isStranger: true },
        { headers: stranger.headers, isStranger: true },
        // Only an administrator's own token opens the administrators' routes, and no others.
        { headers: administrator.headers, isStranger: !route.path.startsWith('/api/admin') },
        ...(route.auth === 'administrator' ? limited : []),
      ].filter(({ headers }) => route.auth === 'administrator' || headers !== administrator.headers);
      // Made once for all callers, because that takes longer than a request.
      const anything = sentTo(route);
      const send = async ({ headers, isStranger }: (typeof callers)[number]) => {
        // A caller who is refused at once needs only a few requests.
        const first = await ask(route, { params: ['1'], query: {}, body: undefined }, headers);
        const isAtTheDoor =
          route.auth !== 'public' && (first.statusCode === 401 || first.body.includes('"role_missing"'));
        const runs = headers === administrator.headers || isStranger ? RUNS : RUNS_OF_A_ROLE;
        await fc.assert(
          fc.asyncProperty(anything, async (sent) =>
            assertCivil(await ask(route, sent, headers), isStranger || isAtTheDoor),
          ),
          {
            numRuns: takesNothing(route) ? 1 : isAtTheDoor ? 2 : runs,
            seed: SEED,
            endOnFailure: true,
          },
        );
      };
      // In parallel, because nearly half of the time is waiting for Postgres and the callers are independent.
      await Promise.all(callers.map(send));
    });
  }

  it('as a file that lies about its type, is broken, or is a bomb is refused or harmless', async () => {
    await refreshCallers();
    const bomb = Buffer.from(ONE_PIXEL_PNG);
    // The header claims 60,000 × 60,000 pixels, 14 GB when unpacked.
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    const files: Record<string, Buffer> = {
      empty: Buffer.alloc(0),
      program: Buffer.concat([Buffer.from('MZ'), randomBytes(500)]),
      script: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      page: Buffer.from('<!doctype html><script>alert(1)</script>'),
      'cut-off picture': ONE_PIXEL_PNG.subarray(0, 30),
      'picture with a page behind it': Buffer.concat([ONE_PIXEL_PNG, Buffer.from('<script>alert(1)</script>')]),
      'archive that claims to be a picture': Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(300)]),
      bomb,
      'cut-off document': Buffer.from('%PDF-1.7\n'),
      'codes with control characters': Buffer.from('code\nABCD\u0000EFGH\n"unclosed'),
      'endless line': Buffer.alloc(300_000, 'A'),
    };
    const { productId } = await createProduct(test, { currency: 'EUR' });
    const brandId = await test.deps.database.oneFirst(
      sql.type(z.object({ id: z.int() }))`select id from app.brand order by id desc limit 1`,
    );
    for (const route of allRoutes.filter(({ multipart }) => multipart !== undefined)) {
      const path = route.path.replace(/:id/, route.path.includes('brands') ? String(brandId) : productId);
      const headers = route.auth === 'administrator' ? administrator.headers : stranger.headers;
      for (const [kind, content] of Object.entries(files)) {
        for (const field of [...(route.multipart?.files ?? []), 'something_else']) {
          const form = formOf(
            { [field.replace('[]', '[0]')]: content, title: `Brand ${kind}`, url: '/x' },
            'innocent.png',
          );
          const answer = await test.app.inject({ method: route.method, url: path, headers, payload: form });
          assert.ok(answer.statusCode < 500, `${route.method} ${path}, ${kind}: ${answer.body}`);
          assertCivil(answer, route.auth !== 'administrator');
        }
      }
      for (const payload of [
        '',
        '--x',
        '--x\r\ncontent-disposition: form-data; name="payment_proof"; filename="a.png"\r\n\r\nhalf',
      ]) {
        const type = { 'content-type': 'multipart/form-data; boundary=x' };
        assertCivil(
          await test.app.inject({ method: route.method, url: path, headers: { ...headers, ...type }, payload }),
          true,
        );
      }
      const wrongType = { ...headers, 'content-type': 'multipart/form-data' };
      assertCivil(await test.app.inject({ method: route.method, url: path, headers: wrongType, payload: 'x' }), true);
    }
    // The job unpacks the accepted files and must survive it.
    await makeImageSizes(test.deps);
  });

  it('as a body nested twenty thousand deep, under a key, is refused or ignored', async () => {
    await refreshCallers();
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    for (const route of allRoutes.filter(({ body }) => body !== undefined)) {
      const headers = route.auth === 'administrator' ? administrator.headers : stranger.headers;
      const url = urlOf(route, { params: ids.slice(0, 2), query: {}, body: undefined });
      for (const payload of [deep, `{"wallet_id":${deep},"name":${deep},"extra":${deep}}`]) {
        const more = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
        const answer = await test.app.inject({ method: route.method, url, headers: { ...headers, ...more }, payload });
        assertCivil(answer, route.auth !== 'administrator');
      }
    }
  });

  it('as a body that is too large, compressed or of an unknown type is refused', async () => {
    await refreshCallers();
    for (const route of allRoutes.filter(({ body }) => body !== undefined)) {
      const headers = route.auth === 'administrator' ? administrator.headers : stranger.headers;
      const url = urlOf(route, { params: ids.slice(0, 2), query: {}, body: undefined });
      const send = (payload: string | Buffer, more: Record<string, string>) =>
        test.app.inject({ method: route.method, url, headers: { ...headers, ...more }, payload });
      const json = { 'content-type': 'application/json' };
      const large = await send(`{"a":"${'x'.repeat(1_200_000)}"}`, json);
      assert.equal(large.statusCode, 413, `${route.method} ${url}: ${large.body.slice(0, 300)}`);
      for (const answer of [
        large,
        await send(Buffer.from('1f8b08000000000000ff', 'hex'), { ...json, 'content-encoding': 'gzip' }),
        await send('<a/>', { 'content-type': 'application/xml' }),
        await send('a=1', { 'content-type': 'application/x-www-form-urlencoded' }),
      ]) {
        assertCivil(answer, true);
        assert.ok(answer.statusCode >= 400, `${route.method} ${url} took it: ${answer.statusCode}`);
      }
    }
  });

  it('half, by somebody who hangs up, leaves the others undisturbed', async () => {
    await refreshCallers();
    const address = new URL(await test.app.listen({ host: '127.0.0.1', port: 0 }));
    const deposit = await test.app.inject({
      method: 'POST',
      url: '/api/deposits',
      headers: stranger.headers,
      payload: { wallet_id: stranger.wallets.EUR, amount: '10' },
    });
    const path = `/api/deposits/${deposit.json().data.id}/payment-proof`;
    const half = [
      `POST ${path} HTTP/1.1`,
      'host: localhost',
      `authorization: ${stranger.headers.authorization}`,
      'content-type: multipart/form-data; boundary=x',
      'content-length: 100000',
      '',
      '--x\r\ncontent-disposition: form-data; name="payment_proof"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n',
    ].join('\r\n');
    for (let count = 0; count < 20; count += 1) {
      await new Promise<void>((resolve, reject) => {
        const socket = connect(Number(address.port), '127.0.0.1', () => {
          socket.write(Buffer.concat([Buffer.from(half), ONE_PIXEL_PNG]), () => socket.destroy());
        });
        socket.once('error', reject).once('close', () => resolve());
      });
    }
    const whole = await test.app.inject({
      method: 'POST',
      url: path,
      headers: stranger.headers,
      payload: formOf({ payment_proof: ONE_PIXEL_PNG }, 'proof.png'),
    });
    assert.equal(whole.statusCode, 200, whole.body);
    assert.equal((await fetch(new URL('/api/health/live', address))).status, 200);
  });

  it('comes through to the handlers often enough to mean something', (context) => {
    context.diagnostic([...counts].map(([status, count]) => `${count} × ${status}`).join(', '));
    for (const status of [200, 201, 404, 409, 422]) {
      assert.ok((counts.get(status) ?? 0) > 5, `${status} was answered ${counts.get(status) ?? 0} times`);
    }
  });
});
